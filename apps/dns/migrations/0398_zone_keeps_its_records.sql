-- A zone that has records is not removed; the other half of what said so for every record by itself.
create function zone_keeps_its_records() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from record where zone_id = old.id) then
    raise exception 'the zone has records' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  return old;
end $$;
create trigger zone_keeps_its_records before delete on zone for each row execute function zone_keeps_its_records();
