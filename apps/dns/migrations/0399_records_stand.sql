-- What holds for each record is said once for all records of a statement: a foreign key asks for each of a thousand
-- records by itself whether their zone is there, which takes longer than to insert them.
-- A record has a zone. RFC 1034 section 3.6.2: nothing stands beside an alias, and none at the apex, where SOA and NS
-- stand. The zone is locked, so that it stays and nobody puts the other record there at the same time.
create function records_stand() returns trigger language plpgsql set search_path from current as $$
declare zones integer;
begin
  perform from zone where id in (select zone_id from arrived) order by id for no key update;
  get diagnostics zones = row_count;
  if zones < (select count(distinct zone_id) from arrived) then
    raise exception 'a record has no zone' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  if exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type <> 'CNAME' and beside.type = 'CNAME'
  ) or exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type = 'CNAME' and beside.type <> 'CNAME'
  ) or exists (
    select from arrived join zone on zone.id = arrived.zone_id and zone.name = arrived.owner where arrived.type = 'CNAME'
  ) then
    raise exception 'a CNAME does not stand alone' using errcode = 'check_violation', constraint = 'cname_stands_alone';
  end if;
  return null;
end $$;
create trigger records_stand after insert on record
  referencing new table as arrived for each statement execute function records_stand();
create trigger records_stay after update on record
  referencing new table as arrived for each statement execute function records_stand();
drop trigger cname_stands_alone on record;
drop trigger cname_stays_alone on record;
drop function cname_stands_alone();
alter table record drop constraint record_zone;
