-- The programs that read the events of their account and keep their position here.
create table event_consumer (
  account integer not null,
  -- the account's name for it
  name text not null,
  -- number of the last event that was acknowledged; 0 before the first
  position bigint not null,
  -- types of events that it gets, such as domain.renewed or domain.*; null for all
  types text[],
  -- the only object whose events it gets; null for all
  object text,
  created_at timestamptz not null,
  -- when it was last polled, acknowledged or changed, to the hour, by the machine's clock
  used_at timestamptz not null,
  primary key (account, name)
);
-- Finds consumers that no program uses any more.
create index event_consumer_by_use on event_consumer (used_at, account, name);
