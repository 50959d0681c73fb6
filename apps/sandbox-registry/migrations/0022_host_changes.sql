alter table host
  add column statuses text[] not null default '{}',
  add column updated_by text references registrar,
  add column updated_at timestamptz;
