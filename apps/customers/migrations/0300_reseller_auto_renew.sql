-- What `autorenew: default` means for the domains of an account, and how often that was changed.
alter table reseller
  add column is_auto_renew_enabled boolean not null default true,
  add column auto_renew_version integer not null default 0;
