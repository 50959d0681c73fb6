-- Maintenances that the registry has announced (RFC 9167).
create table maintenance (
  id text primary key,
  start_at timestamptz not null,
  end_at timestamptz not null,
  reason text not null,
  impact text not null,
  tlds text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz
);
