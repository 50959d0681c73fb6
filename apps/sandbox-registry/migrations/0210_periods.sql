-- The lengths of creates and renewals that the registry accepts, in years and months; without any, all whole years.
alter table profile add column periods jsonb not null default '{}';
