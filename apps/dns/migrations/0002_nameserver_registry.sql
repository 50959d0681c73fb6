-- A nameserver below a domain of the account is a host object at the registry of that domain.
alter table nameserver
  -- none (no host object of ours), pending, active, refused, deleting
  add column registry_state text not null default 'none',
  -- id of the change that is in progress, with its kind: set or delete
  add column registry_operation uuid,
  -- why the registry refused the last change
  add column registry_reason text,
  -- the addresses before the change that is in progress; both null for a new host
  add column before_ip inet,
  add column before_ip6 inet;
