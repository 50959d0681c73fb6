alter table domain
  -- whether the account keeps the history of the zone when it transfers the domain to another account of the platform
  add column keeps_zone_history boolean not null default false,
  -- whether the account from which the domain came has kept the history of the zone
  add column moved_without_history boolean not null default false;
