-- Domains that their registry showed otherwise than they shall be; gone when it shows them as they shall be.
create table registry_drift (
  domain_id integer primary key references domain,
  -- nameservers and statuses as they shall be
  desired jsonb not null,
  -- the domain as the registry showed it
  registry jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null
);
