-- Maintenances that registries announce themselves (RFC 9167) are announced to accounts too.
alter table planned_maintenance
  -- the registry's identifier of it at the account; null: an operator has announced it
  add column registry_id text,
  -- when the registry has changed it last
  add column registry_changed_at timestamptz,
  add column reason text not null default 'planned';
