-- Counts gone domains whose rows are deleted.
create function count_removed_domains() returns trigger language plpgsql set search_path from current as $$
declare is_due boolean;
begin
  with written as (
    insert into domain_count_change (reseller_id, is_deleted, kind, value, change)
    select d.reseller_id, d.deleted_at is not null, c.kind, c.value, -count(*)
    from removed d, domain_counted_as(d.phase, d.extension, d.ns_group,
      array[d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle], d.deleted_at is not null) c
    group by 1, 2, 3, 4 returning id)
  select bool_or(id % 256 = 0) into is_due from written;
  if is_due then perform fold_domain_counts(); end if;
  return null;
end $$;
create trigger domain_count_removed after delete on domain referencing old table as removed
  for each statement execute function count_removed_domains();
