-- Requests that may come twice and are carried out once: with a key of the client, or byte-equal within a window.
create table idempotency (
  reseller_id integer not null,
  key text not null,
  -- fingerprint of operation and input
  request text not null,
  -- the call that carried it out
  correlation_id text not null,
  -- what its unit of work returned; JSON
  placed text,
  -- what it was answered; JSON
  answer text,
  created_at timestamptz not null,
  primary key (reseller_id, key)
);
