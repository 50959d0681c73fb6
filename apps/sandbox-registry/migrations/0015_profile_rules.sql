-- The whole of a profile's rules. The defaults are those of a generic TLD; each start writes the catalogue over them.
alter table profile
  add column renewal text not null default 'by-command' check (renewal in ('by-command', 'none')),
  add column transfer text not null default 'pending' check (transfer in ('pending', 'instant')),
  add column transfer_days integer not null default 5 check (transfer_days >= 0),
  add column add_grace_days integer not null default 5 check (add_grace_days >= 0),
  add column renew_grace_days integer not null default 5 check (renew_grace_days >= 0),
  add column transfer_grace_days integer not null default 5 check (transfer_grace_days >= 0),
  add column auto_renew_grace_days integer not null default 45 check (auto_renew_grace_days >= 0),
  add column redemption_days integer not null default 30 check (redemption_days >= 0),
  add column pending_delete_days integer not null default 5 check (pending_delete_days >= 0),
  add column restore text not null default 'report' check (restore in ('report', 'immediate')),
  add column report_days integer not null default 7 check (report_days >= 0),
  add column processing text not null default 'immediate' check (processing in ('immediate', 'pending')),
  add column processing_seconds integer not null default 0 check (processing_seconds >= 0),
  add column sec_dns text not null default 'ds' check (sec_dns in ('ds', 'key')),
  add column max_sec_dns integer not null default 8 check (max_sec_dns >= 0),
  add column empty_containers text not null default 'allowed' check (empty_containers in ('allowed', 'refused')),
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- what the registry speaks beside the objects: the local names of the namespaces, as `fee`
  add column extensions text[] not null default '{}',
  -- empty: any script, and no table need be named
  add column idn_tables text[] not null default '{}';
