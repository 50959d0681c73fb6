-- Accounts at registries that operators add while the workers run. Their secrets are files of the workers.
create table added_account (
  account text primary key,
  settings jsonb not null,
  added_at timestamptz not null
);
