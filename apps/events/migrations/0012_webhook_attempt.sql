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
