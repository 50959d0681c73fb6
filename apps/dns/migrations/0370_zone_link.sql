-- Links that let their holder edit one zone for a while. The link itself is known to its holder alone.
create table zone_link (
  -- SHA-256 of the link
  hash bytea primary key,
  zone_id integer not null,
  -- who made it, and on whose behalf it acts
  contact_id integer not null,
  username text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint zone_link_zone foreign key (zone_id) references zone (id)
);
create index zone_link_by_expiry on zone_link (expires_at);
