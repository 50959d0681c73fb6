-- Nameservers below a domain of the account are hosts at the registry of that domain.
alter table nameserver
  -- none (not a host of ours), pending, active, refused, deleting
  add column registry_state text not null default 'none',
  -- number of the change that is under way, with the word for it: set or delete
  add column registry_operation uuid,
  -- why the registry refused the last change
  add column registry_reason text,
  -- the addresses before the change that is under way; both absent when it is new
  add column before_ip inet,
  add column before_ip6 inet;
