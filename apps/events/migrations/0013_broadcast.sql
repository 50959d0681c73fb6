-- Events of objects that belong to no account, which become an event of each account, a batch of accounts at a time.
create table broadcast (
  id uuid primary key,
  place bigint generated always as identity,
  type text not null,
  version integer not null,
  object text not null,
  happened_at timestamptz not null,
  request text not null,
  -- JSON text
  state text not null,
  -- only these accounts; null for all
  accounts integer[],
  -- the broadcast of the object before this one, and when that was recorded
  previous uuid,
  previous_at timestamptz,
  arrived_at timestamptz not null,
  -- all accounts up to this number have the event
  told_up_to integer not null default 0,
  -- since when all accounts have it, by the machine's clock
  ended_at timestamptz
);
create index broadcast_by_place on broadcast (place) where ended_at is null;
-- Finds those whose time is over.
create index broadcast_by_end on broadcast (ended_at) where ended_at is not null;
