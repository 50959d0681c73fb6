-- Maintenances of registries that operators have announced to accounts. Those that registries announce themselves (RFC 9167)
-- are known to the registry worker.
create table planned_maintenance (
  id integer generated always as identity primary key,
  -- the account at the registry that was named, if one was; accounts of resellers do not see it
  registry_account text,
  extensions text[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  impact text not null,
  -- what accounts read about it
  text text not null,
  announced_at timestamptz not null,
  changed_at timestamptz not null,
  -- since when it is not planned any more
  withdrawn_at timestamptz,
  -- the operator who has changed it last
  set_by text not null
);
-- What is planned or running, and what was long ago.
create index planned_maintenance_by_end on planned_maintenance (ends_at, id);
