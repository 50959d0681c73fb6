-- Counts new zones, however many come at once.
create function count_new_zones() returns trigger language plpgsql set search_path from current as $$
begin
  insert into zone_count as known (reseller_id, masters, slaves)
  select reseller_id, count(*) filter (where type = 'master'), count(*) filter (where type = 'slave')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set masters = known.masters + excluded.masters, slaves = known.slaves + excluded.slaves;
  return null;
end $$;
create trigger zone_count_new after insert on zone referencing new table as fresh
  for each statement execute function count_new_zones();
