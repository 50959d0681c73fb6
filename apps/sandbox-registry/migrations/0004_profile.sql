-- The rules a group of TLDs shares.
create table profile (
  name text primary key,
  hosts text not null check (hosts in ('objects', 'attributes')),
  max_hosts integer not null check (max_hosts >= 0),
  contacts text not null check (contacts in ('required', 'optional', 'prohibited')),
  min_period_years integer not null,
  default_period_years integer not null,
  max_period_years integer not null,
  check (0 < min_period_years and min_period_years <= default_period_years and default_period_years <= max_period_years)
);
