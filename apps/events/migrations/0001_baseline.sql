-- The first schema of this service. Never changed: a later change is a migration of its own, described in tools/db/README.md.

-- The logs of the accounts: the last number that was given. Numbers of an account have no gaps.
create table account_log (
  account integer primary key,
  last_sequence bigint not null,
  -- when the last event was added, by the machine's clock; never moves back
  last_at timestamptz not null
);

-- The events of the accounts, in the order of their logs.
create table account_event (
  account integer not null,
  sequence bigint not null,
  id uuid not null,
  -- when it was added to the log, by the machine's clock; does not decrease within an account
  recorded_at timestamptz not null,
  type text not null,
  -- version of the schema of the state
  version integer not null,
  -- what it is about: the path of the object's read without /v1/
  object text not null,
  -- names that keys with limits are limited to, A-labels, lower case
  domain text,
  zone text,
  -- when it happened, by the platform's clock
  happened_at timestamptz not null,
  request text not null,
  -- JSON text
  state text not null,
  primary key (account, sequence)
);
-- An event has its place once, however often it is delivered.
create unique index account_event_by_id on account_event (id);
-- What happened to an object.
create index account_event_by_object on account_event (account, object, sequence);
-- Finds the events whose time is over.
create index account_event_by_age on account_event (recorded_at, account, sequence);

-- Events that have arrived and are not in the log of their account yet.
create table arrival (
  place bigint generated always as identity,
  id uuid primary key,
  account integer not null,
  type text not null,
  version integer not null,
  object text not null,
  domain text,
  zone text,
  happened_at timestamptz not null,
  request text not null,
  state text not null,
  -- the event of the object before this one, and when that was recorded
  previous uuid,
  previous_at timestamptz,
  arrived_at timestamptz not null,
  -- whether it waits for the previous one
  is_held boolean not null default false
);
create index arrival_by_place on arrival (place) where not is_held;
-- What waits for an event.
create index arrival_by_previous on arrival (previous) where is_held;
-- Finds those that wait for an event that is not kept any more.
create index arrival_by_previous_time on arrival (previous_at) where is_held;
