-- Where the parent zones delegate zones: the result of the last check, for the account that has the zone.
create table zone_delegation (
  zone_id integer primary key,
  -- the account at the check: the result says nothing about another account; null before the first check
  reseller_id integer,
  state text,
  -- name servers of the delegation
  found text[] not null default '{}',
  -- when public resolution answered last
  checked_at timestamptz,
  -- when it was asked last
  tried_at timestamptz,
  due_at timestamptz not null,
  -- a process checks it until then, by the clock of the machine
  claimed_until timestamptz,
  constraint zone_delegation_zone foreign key (zone_id) references zone (id)
);
create index zone_delegation_due on zone_delegation (due_at);

insert into zone_delegation (zone_id, due_at)
select id, now() + random() * interval '1 day' from zone where deleted_at is null;

-- A new zone and a zone with another account are checked at once; a deleted zone is not checked.
create function watch_delegation() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into zone_delegation (zone_id, due_at) values (new.id, new.created_at);
  elsif new.deleted_at is not null then
    delete from zone_delegation where zone_id = new.id;
  else
    update zone_delegation set due_at = least(due_at, new.updated_at), claimed_until = null where zone_id = new.id;
  end if;
  return null;
end $$;
create trigger zone_delegation_new after insert on zone for each row
  when (new.deleted_at is null) execute function watch_delegation();
create trigger zone_delegation_changed after update of reseller_id, deleted_at on zone for each row
  when (old.reseller_id <> new.reseller_id or old.deleted_at is distinct from new.deleted_at)
  execute function watch_delegation();
