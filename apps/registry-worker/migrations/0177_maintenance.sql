-- Maintenances that registries have announced (RFC 9167). Empty tlds: all of the account.
create table maintenance (
  account text not null,
  id text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  reason text not null,
  impact text not null,
  tlds text[] not null,
  changed_at timestamptz not null,
  primary key (account, id)
);
create index maintenance_end on maintenance (end_at);
