-- Zones of accounts that are no longer the holder of their name.
alter table zone
  -- the former account of a zone that is published although another account holds its name; such a zone has account 0
  add column kept_for integer,
  -- when such a zone is withdrawn at the latest
  add column ends_at timestamptz,
  -- the history shows no person for versions up to this one: the zone belonged to another account
  add column moved_version bigint not null default 0;

-- Counts a zone for its new account.
create function count_moved_zone() returns trigger language plpgsql set search_path from current as $$
begin
  insert into zone_count as known (reseller_id, masters, slaves)
  select reseller_id, change * (new.type = 'master')::integer, change * (new.type = 'slave')::integer
  from (values (old.reseller_id, -1), (new.reseller_id, 1)) as moved (reseller_id, change) order by reseller_id
  on conflict (reseller_id) do update
    set masters = known.masters + excluded.masters, slaves = known.slaves + excluded.slaves;
  return null;
end $$;
create trigger zone_count_moved after update of reseller_id on zone for each row
  when (old.reseller_id <> new.reseller_id and old.deleted_at is null and new.deleted_at is null)
  execute function count_moved_zone();
