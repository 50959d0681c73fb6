-- Answers of orders that carried a key, and of byte-equal orders within their window.
create table idempotency (
  reseller_id integer not null,
  key text not null,
  operation text not null,
  -- sha-256 of the input
  request bytea not null,
  answer text,
  created_at timestamptz not null,
  primary key (reseller_id, key)
);
