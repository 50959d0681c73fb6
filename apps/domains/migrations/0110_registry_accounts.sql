-- The registry accounts with their extensions, as the newest registry worker announced them. One row.
create table registry_accounts (
  is_the_row boolean primary key default true check (is_the_row),
  accounts jsonb not null,
  opened_at timestamptz not null
);
