create table host (
  name text primary key,
  roid text not null unique,
  -- the domain that the name lies in, when this registry keeps it
  superordinate text references domain,
  addresses inet[] not null,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null
);
create index host_superordinate on host (superordinate);
