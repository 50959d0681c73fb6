-- What resellers put into their zones. SOA and NS of the apex follow from settings and stand nowhere.
create table record (
  id bigint generated always as identity primary key,
  zone_id integer not null,
  -- full name: A-labels, lower case, no final dot
  owner text not null,
  type text not null,
  ttl integer not null,
  -- 0 where the type has none
  prio integer not null,
  -- as clients read it, the prio apart
  value text not null,
  -- canonical wire form, the prio included
  rdata bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint record_zone foreign key (zone_id) references zone (id),
  constraint record_ttl check (ttl >= 0)
);
