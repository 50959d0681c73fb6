-- The addresses to which the events of an account are sent.
create table webhook (
  id integer generated always as identity primary key,
  account integer not null,
  url text not null,
  -- types of events that it gets, such as domain.renewed or domain.*; empty for all
  types text[] not null,
  description text not null,
  -- with whose rights it reads: a contact, or one of its API keys, and the rights of the login that was used
  contact_id integer not null,
  key_id integer,
  username text not null,
  scope text[] not null,
  status text not null check (status in ('active', 'paused', 'ended')),
  -- why the platform has changed the status; empty if it has not
  status_reason text not null default '',
  status_at timestamptz not null,
  -- number of the last event of the log that was taken for delivery, or was not for it
  position bigint not null,
  -- what signs, encrypted
  secret bytea not null,
  secret_id text not null,
  secret_rotated_at timestamptz,
  -- the secret before, which signs too until then
  former_secret bytea,
  former_secret_id text,
  former_secret_until timestamptz,
  last_accepted_at timestamptz,
  -- since when nothing was accepted although something was sent
  failing_since timestamptz,
  created_at timestamptz not null
);
create index webhook_by_account on webhook (account);

-- The events that were taken for delivery. Times are of the machine's clock: receivers live in real time.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook integer not null,
  account integer not null,
  event uuid not null,
  -- place of the event in the log; null for a test event
  sequence bigint,
  type text not null,
  object text not null,
  -- JSON text of a test event; other events are in the log
  body text,
  created_at timestamptz not null,
  -- when it is sent next; while it is sent, when another process may send it
  due_at timestamptz not null,
  -- until when a process is sending it
  leased_until timestamptz,
  -- requests that were begun
  attempts integer not null default 0,
  -- after this instant it is not tried again
  give_up_at timestamptz not null,
  settled_at timestamptz,
  is_accepted boolean,
  -- why there is no further attempt; empty if it was accepted
  reason text not null default ''
);
-- An event is taken once for each webhook.
create unique index webhook_delivery_by_event on webhook_delivery (webhook, sequence) where sequence is not null;
-- Finds what is due.
create index webhook_delivery_by_due on webhook_delivery (webhook, due_at) where settled_at is null;
-- Lists those of a webhook.
create index webhook_delivery_by_webhook on webhook_delivery (webhook, id);
-- Finds those whose time is over.
create index webhook_delivery_by_age on webhook_delivery (settled_at, id) where settled_at is not null;

-- The requests of deliveries, and their answers.
create table webhook_attempt (
  delivery bigint not null,
  number integer not null,
  at timestamptz not null,
  url text not null,
  -- HTTP status; null without an answer
  status integer,
  -- the first characters of the answer
  answer text not null,
  -- why it was not accepted; empty if it was
  problem text not null,
  duration_ms integer not null,
  primary key (delivery, number)
);
