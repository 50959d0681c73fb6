-- The tables of the outbox as of commit 55e1257, in the schema of every service that has one. Never changed: a later
-- change is a migration of its own, described in tools/db/README.md.

-- Messages of committed transactions that the broker has not confirmed yet.
create table outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null,
  -- id of the event or command in the contracts
  message text not null,
  -- the service a command is for; null for an event
  recipient text,
  payload text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  -- when this passes, another relay may publish the row: the one that claimed it has stopped
  claimed_until timestamptz
);

-- Messages that were consumed: a message that is delivered twice acts once.
create table inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamptz not null,
  primary key (message_id, consumer)
);

-- Requests that may arrive twice and must act once: with a key of the client, or byte-equal within a window.
create table idempotency (
  reseller_id integer not null,
  key text not null,
  -- fingerprint of the operation and its input
  request text not null,
  -- the call that carried it out
  correlation_id text not null,
  -- what its unit of work returned, as JSON
  placed text,
  -- the reply that the caller got, as JSON
  answer text,
  created_at timestamptz not null,
  primary key (reseller_id, key)
);
create index idempotency_created_at on idempotency (created_at);
