-- Nameservers of accounts: host names with the addresses they answer on.
create table nameserver (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- A-labels, lower case, no final dot
  name text not null,
  ip inet,
  ip6 inet,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint nameserver_has_an_address check (ip is not null or ip6 is not null),
  constraint nameserver_families check (family(ip) = 4 and family(ip6) = 6)
);
