-- Orders of e-mail DMARC monitoring.
create table dmarc_order (
  id serial primary key,
  reseller_id integer not null,
  domain_id integer not null,
  -- whole name, A-labels, lower case
  name text not null,
  label text not null,
  extension text not null,
  owner_handle text not null,
  status text not null,
  ordered_at timestamptz not null,
  activated_at timestamptz,
  renews_at timestamptz,
  expires_at timestamptz
);
