-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- Zones as resellers configured them, and how far the name servers have followed.
create table zone (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- the apex: A-labels, lower case, no final dot
  name text not null,
  type text not null,
  provider text not null,
  -- increases by one with every accepted change; the serial of the SOA record. A deletion is a change too, and a zone
  -- that is created again continues from there: a serial never moves back.
  version bigint not null,
  -- the last version that every name server was seen to answer
  published_version bigint not null,
  published_at timestamptz,
  attempts integer not null,
  -- when publishing is tried (again), unless a command asks for it earlier
  next_attempt_at timestamptz not null,
  -- lease of the one publisher that may publish the zone
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- when all records of the zone were last compared with those of the name servers
  compared_at timestamptz not null default '-infinity',
  -- since when a publisher knows of changes that name servers do not answer yet; null while there are none
  behind_since timestamptz,
  -- a slave zone transfers its records from this server of the account
  master_address text,
  -- the reason why the name servers refuse a version; null while they refuse none
  rejection text,
  constraint zone_provider check (provider = 'openprovider'),
  constraint zone_published_no_further_than_version check (published_version <= version),
  constraint zone_slave_has_master check ((type = 'slave') = (master_address is not null)),
  constraint zone_type check (type in ('master', 'slave'))
);
create unique index one_live_zone_per_name on zone (name) where deleted_at is null;

-- Finds the zones below a name: read from the end, their names begin alike.
create index zone_by_reversed_name on zone (reverse(name) text_pattern_ops) where deleted_at is null;

-- Finds the last version of a name, deleted zones included.
create index zone_by_name on zone (name, version);
create index zone_to_publish on zone (next_attempt_at) where published_version < version;

-- Finds the zones with the oldest comparison.
create index zone_to_compare on zone (compared_at) where deleted_at is null;

-- The order of an account's list, with the columns it is searched by.
create index zone_by_creation on zone (reseller_id, created_at, id) include (type, name)
  where deleted_at is null;

-- An account's list in the order of the last changes, with the columns it is searched by.
create index zone_by_modification on zone (reseller_id, updated_at, id) include (type, name)
  where deleted_at is null;

-- An account's list in the order of names. Finds a name by letters, and counts all that match.
create index zone_by_listed_name on zone (reseller_id, name collate "C") include (id, type)
  where deleted_at is null;

-- Counts new zones, any number of them in one statement.
create function count_new_zones() returns trigger language plpgsql set search_path from current as $$
begin
  insert into zone_count as known (reseller_id, masters, slaves)
  select reseller_id, count(*) filter (where type = 'master'), count(*) filter (where type = 'slave')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set masters = known.masters + excluded.masters, slaves = known.slaves + excluded.slaves;
  return null;
end $$;
create trigger zone_count_new after insert on zone referencing new table as fresh
  for each statement execute function count_new_zones();

-- Stops counting a deleted zone. Its account and type never change.
create function count_changed_zone() returns trigger language plpgsql set search_path from current as $$
declare change integer := case when new.deleted_at is null then 1 else -1 end;
begin
  update zone_count
  set masters = masters + change * (new.type = 'master')::integer, slaves = slaves + change * (new.type = 'slave')::integer
  where reseller_id = new.reseller_id;
  return null;
end $$;
create trigger zone_count_changed after update on zone for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_changed_zone();

-- Refuses to delete a zone that has records: the other half of the foreign key that `records_stand` replaces.
create function zone_keeps_its_records() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from record where zone_id = old.id) then
    raise exception 'the zone has records' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  return old;
end $$;
create trigger zone_keeps_its_records before delete on zone for each row execute function zone_keeps_its_records();

-- Records that resellers put into their zones. SOA and NS of the apex follow from settings and are stored nowhere.
create table record (
  id bigint generated always as identity primary key,
  zone_id integer not null,
  -- full name: A-labels, lower case, no final dot
  owner text not null,
  type text not null,
  ttl integer not null,
  -- 0 where the type has none
  prio integer not null,
  -- as clients read it, without the prio
  value text not null,
  -- canonical wire form, with the prio
  rdata bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint record_ttl check (ttl >= 0)
);

-- RDATA may be longer than an index entry, so its digest is compared.
create unique index one_record_per_meaning on record (zone_id, owner, type, sha256(rdata));
create unique index one_cname_per_owner on record (zone_id, owner) where type = 'CNAME';

-- RFC 6672 section 2.4.
create unique index one_dname_per_owner on record (zone_id, owner) where type = 'DNAME';

-- The order of a zone's list of records, with everything it is searched and sorted by except values: they may be too
-- long.
create index record_by_type on record (zone_id, type, owner collate "C", prio, id) include (ttl);

-- Checks all records of a statement at once: a foreign key would look up the zone of each of a thousand records by
-- itself, which takes longer than inserting them. Each record needs a zone. No record may exist beside a CNAME, and no
-- CNAME at the apex, where SOA and NS are (RFC 1034 section 3.6.2). The zone is locked: it cannot be deleted, and no
-- other transaction can add a conflicting record.
create function records_stand() returns trigger language plpgsql set search_path from current as $$
declare zones integer;
begin
  perform from zone where id in (select zone_id from arrived) order by id for no key update;
  get diagnostics zones = row_count;
  if zones < (select count(distinct zone_id) from arrived) then
    raise exception 'a record has no zone' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  if exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type <> 'CNAME' and beside.type = 'CNAME'
  ) or exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type = 'CNAME' and beside.type <> 'CNAME'
  ) or exists (
    select from arrived join zone on zone.id = arrived.zone_id and zone.name = arrived.owner where arrived.type = 'CNAME'
  ) then
    raise exception 'a CNAME does not stand alone' using errcode = 'check_violation', constraint = 'cname_stands_alone';
  end if;
  return null;
end $$;
create trigger records_stand after insert on record
  referencing new table as arrived for each statement execute function records_stand();
create trigger records_stay after update on record
  referencing new table as arrived for each statement execute function records_stand();

-- What the built-in name server answers from.
create table published_zone (
  name text primary key,
  version bigint not null,
  -- all records in uncompressed wire form without separators (RFC 1035 section 3.2.1)
  records bytea not null,
  published_at timestamptz not null
);

-- Nameservers of accounts: host names with their addresses.
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
  constraint nameserver_families check (family(ip) = 4 and family(ip6) = 6),
  constraint nameserver_has_an_address check (ip is not null or ip6 is not null)
);
create unique index one_live_nameserver_per_name on nameserver (reseller_id, name) where deleted_at is null;

-- Named sets of nameservers of accounts. The platform's own group follows from settings and has no row.
create table ns_group (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- as the account spells it; compared without case
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index one_live_ns_group_per_name on ns_group (reseller_id, lower(name)) where deleted_at is null;

-- The nameservers of a group.
create table ns_group_member (
  group_id integer not null,
  -- from 0, in the order that registries receive them
  place integer not null,
  -- A-labels, lower case, no final dot
  name text not null,
  -- as they were given; used only if the account has no nameserver of that name
  ip inet,
  ip6 inet,
  primary key (group_id, place),
  constraint one_ns_group_member_per_name unique (group_id, name),
  constraint ns_group_member_group foreign key (group_id) references ns_group (id)
);

-- Finds the groups that contain a nameserver.
create index ns_group_member_by_name on ns_group_member (name);

-- Records that new zones of an account can start with.
create table template (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- as the account spells it; compared without case
  name text not null,
  created_at timestamptz not null
);
create unique index one_template_per_name on template (reseller_id, lower(name));

-- Records as they were given. `%domain%` stands for the name of the new zone.
create table template_record (
  id integer generated always as identity (start with 1000001) primary key,
  template_id integer not null,
  place integer not null,
  type text not null,
  name text not null,
  value text not null,
  ttl integer not null,
  -- null where none was given: the value may contain it
  prio integer,
  constraint one_template_record_per_place unique (template_id, place),
  constraint template_record_template foreign key (template_id) references template (id) on delete cascade
);

-- The changes of zones: one row for each version. Undoing these rows from the current records backwards gives the
-- records of any version.
create table zone_change (
  zone_id integer not null,
  version bigint not null,
  changed_at timestamptz not null,
  -- the contact person who made the change; null for a change of the platform itself
  contact_id integer,
  username text,
  -- id of the operation that made the change
  source text not null,
  -- records that existed only before, and only after, in uncompressed wire form without separators
  -- (RFC 1035 section 3.2.1); a record whose TTL changed is in both
  removed bytea not null,
  added bytea not null,
  removed_count integer not null,
  added_count integer not null,
  primary key (zone_id, version),
  constraint zone_change_zone foreign key (zone_id) references zone (id)
);

-- When the serials of all zones are next compared: one row, which one replica claims.
create table drift_sweep (
  id integer default 1 primary key,
  next_at timestamptz not null default '1970-01-01 00:00:00+00',
  constraint drift_sweep_one_row check (id = 1)
);
insert into drift_sweep default values;

-- The key that signs a zone, and the progress of its DS record in the parent zone.
create table zone_key (
  zone_id integer primary key,
  -- of the DNSKEY record (RFC 4034 section 2.1)
  flags integer not null,
  algorithm integer not null,
  public_key bytea not null,
  -- encrypted: 12 octets nonce, 16 octets tag, then the key
  private_key bytea not null,
  -- identifies the secret that encrypts the key, without revealing it
  secret_id text not null,
  created_at timestamptz not null,
  -- false from the moment DNSSEC is switched off until the zone is unsigned
  is_wanted boolean not null,
  -- when every name server answered with the key
  seen_at timestamptz,
  -- whether the DS record was sent to the parent zone
  is_delegated boolean not null,
  -- when the parent zone no longer had a DS record of the key
  withdrawn_at timestamptz,
  -- when the next step is tried; null when no step is left
  next_attempt_at timestamptz,
  attempts integer not null,
  claimed_until timestamptz,
  last_error text,
  constraint zone_key_zone foreign key (zone_id) references zone (id)
);
create index zone_key_due on zone_key (next_attempt_at) where next_attempt_at is not null;

-- Links that let their holder edit one zone for a limited time. Only the hash of a link is stored.
create table zone_link (
  -- SHA-256 of the link
  hash bytea primary key,
  zone_id integer not null,
  -- the contact person who created the link, in whose name it acts
  contact_id integer not null,
  username text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint zone_link_zone foreign key (zone_id) references zone (id)
);
create index zone_link_by_expiry on zone_link (expires_at);

-- How many zones an account has: every page of a list shows it.
create table zone_count (
  reseller_id integer primary key,
  masters integer not null,
  slaves integer not null
);
