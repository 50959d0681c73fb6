-- Messages of committed transactions that the broker has not confirmed yet.
create table outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  -- id of the event or command in the contracts
  message text not null,
  -- the service a command is for; an event has none
  recipient text,
  payload text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  -- a relay that died gives its rows back when this passes
  claimed_until timestamptz
);
