-- Hosts that accounts created on their own: they stay at the registry even if no domain is delegated to them.
create table kept_host (
  account text not null,
  -- lower case, A-labels
  name text not null,
  primary key (account, name)
);
