-- RFC 1034 section 3.6.2: nothing stands beside an alias, and none at the apex, where SOA and NS stand. No index can say
-- this, and an exclusion constraint costs every record a place in an index of its own; so it is said once for all
-- records of a statement. The zone is locked, so that nobody puts the other record there at the same time.
create function cname_stands_alone() returns trigger language plpgsql set search_path from current as $$
begin
  perform from zone where id in (select zone_id from arrived) order by id for no key update;
  if exists (
    select from arrived join record beside using (zone_id, owner) where (arrived.type = 'CNAME') <> (beside.type = 'CNAME')
  ) or exists (
    select from arrived join zone on zone.id = arrived.zone_id and zone.name = arrived.owner where arrived.type = 'CNAME'
  ) then
    raise exception 'a CNAME does not stand alone' using errcode = 'check_violation', constraint = 'cname_stands_alone';
  end if;
  return null;
end $$;
create trigger cname_stands_alone after insert on record
  referencing new table as arrived for each statement execute function cname_stands_alone();
create trigger cname_stays_alone after update on record
  referencing new table as arrived for each statement execute function cname_stands_alone();
