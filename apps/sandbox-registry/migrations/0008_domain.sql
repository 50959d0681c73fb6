-- The primary key decides who of several registrars gets a name.
create table domain (
  name text primary key,
  roid text not null unique,
  tld text not null references tld,
  registrant text references contact,
  auth_info text,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index domain_registrant on domain (registrant);
