-- Domains as resellers ordered them, from order to release.
create table domain (
  id serial primary key,
  reseller_id integer not null,
  -- whole name, A-labels, lower case
  name text not null,
  label text not null,
  extension text not null,
  phase text not null,
  type text not null,
  period_years integer not null,
  autorenew text not null,
  owner_handle text not null,
  admin_handle text not null,
  tech_handle text not null,
  billing_handle text not null,
  reseller_handle text not null,
  ns_group text not null,
  -- [{name, ip?, ip6?}] in the order the registry gets them
  name_servers jsonb not null,
  auth_code text not null,
  is_locked boolean not null,
  comments text not null,
  comments_changed_at timestamptz,
  roid text,
  failure_code integer,
  failure_reason text,
  ordered_at timestamptz not null,
  created_at timestamptz,
  activated_at timestamptz,
  registry_expires_at timestamptz,
  expires_at timestamptz,
  renews_at timestamptz,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  -- counts changes; whoever keeps a copy ignores an older one
  version integer not null,
  constraint domain_name_of_its_parts check (name = label || '.' || extension)
);

-- Clients expect numbers of seven digits.
alter sequence domain_id_seq restart with 1000001;
