-- What the life of a domain is decided by, beside what was known from its order.
alter table domain
  -- [{flags, protocol, alg, pubKey}]
  add column zone_keys jsonb not null default '[]',
  add column internal_auth_code text not null default '',
  add column is_private boolean not null default false,
  add column is_suspended boolean not null default false,
  add column additional_data jsonb not null default '{}',
  -- as last seen at the registry
  add column registry_statuses jsonb not null default '[]',
  add column grace_statuses jsonb not null default '[]',
  add column scheduled_at timestamptz,
  add column retry_at timestamptz,
  add column transfer_locked_until timestamptz,
  add column transfer_acts_at timestamptz,
  add column soft_ends_at timestamptz,
  add column hard_ends_at timestamptz,
  add column removal_reason text,
  add column observed_at timestamptz,
  add column looks_at timestamptz;
