-- The last account event of each object. The next event of the object names it, so that the log keeps the events of an
-- object in order.
create table event_chains (
  -- path of the read of the object, such as domains/123
  object text primary key,
  -- the last event, and when it was recorded, by the clock of the database
  event_id uuid not null,
  recorded_at timestamptz not null,
  -- the event before it; null for the first
  previous_id uuid,
  previous_at timestamptz
);
-- For the deletion of old rows.
create index event_chains_by_time on event_chains (recorded_at);
