-- The broker to which the messages of sent were published; no row before the first one. A service with another mark at its
-- broker publishes them again.
create table broker (
  -- the message in the queue <service>.mark
  mark uuid not null,
  -- whether the broker has the mark; until then messages are being published again
  is_marked boolean not null,
  is_the_row boolean primary key default true check (is_the_row)
);
