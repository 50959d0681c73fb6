create sequence repository_object;

create table contact (
  id text primary key,
  roid text not null unique,
  postal_info jsonb not null,
  voice text,
  voice_extension text,
  fax text,
  fax_extension text,
  email text not null,
  disclose jsonb,
  auth_info text,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null
);
