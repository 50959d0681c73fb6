-- What was done to zones: one row for every version. Going back from the records of today through these rows gives the
-- records of any version.
create table zone_change (
  zone_id integer not null,
  version bigint not null,
  changed_at timestamptz not null,
  -- the contact person who asked; null where the platform itself acts
  contact_id integer,
  username text,
  -- id of the operation that made the change
  source text not null,
  -- records that were there before and not after, and the other way round, in uncompressed wire form, one behind the
  -- other (RFC 1035 section 3.2.1); a record whose TTL moved is among both
  removed bytea not null,
  added bytea not null,
  removed_count integer not null,
  added_count integer not null,
  primary key (zone_id, version),
  constraint zone_change_zone foreign key (zone_id) references zone (id)
);
