-- Adds the changes that are known to the counters. One at a time, and who comes second has nothing to do: so nobody ever
-- waits for a counter.
create function fold_domain_counts() returns void language plpgsql set search_path from current as $$
begin
  if not pg_try_advisory_xact_lock('domain_count'::regclass::oid::integer, 0) then return; end if;
  with known as (delete from domain_count_change returning *)
  insert into domain_count as counter (reseller_id, is_deleted, kind, value, domains)
  select reseller_id, is_deleted, kind, value, sum(change) from known group by 1, 2, 3, 4 having sum(change) <> 0
  on conflict (reseller_id, is_deleted, kind, value) do update set domains = counter.domains + excluded.domains;
end $$;
