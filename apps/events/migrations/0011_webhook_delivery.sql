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
