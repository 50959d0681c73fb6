-- Hosts that accounts asked for by themselves: they stay at the registry though no domain is delegated to them.
create table kept_host (
  account text not null,
  -- lower case, A-labels
  name text not null,
  primary key (account, name)
);
