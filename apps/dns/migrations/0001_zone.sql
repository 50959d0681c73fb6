-- Zones as resellers want them, and how far the name servers have followed.
create table zone (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- the apex: A-labels, lower case, no final dot
  name text not null,
  type text not null,
  provider text not null,
  -- grows by one with every accepted change; the serial of the SOA record. A deletion is a change, too, and a zone that
  -- is created again goes on from there: a serial never moves back.
  version bigint not null,
  -- the last version that every name server was seen to answer
  published_version bigint not null,
  published_at timestamptz,
  attempts integer not null,
  -- when publishing is tried (again), unless a command comes first
  next_attempt_at timestamptz not null,
  -- one writer per zone: nobody else publishes it before this instant
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint zone_type check (type in ('master')),
  constraint zone_provider check (provider in ('openprovider')),
  constraint zone_published_no_further_than_version check (published_version <= version)
);
