-- Calls of API keys that a person must approve.
create table approval (
  id integer generated always as identity primary key,
  key_id integer not null,
  -- id of the operation
  operation text not null,
  -- keyed hash of the operation and its arguments; only gateways have the key
  fingerprint text not null,
  -- without secrets
  arguments jsonb not null,
  -- what it costs, in the currency of the account; null: nothing, or not known
  price numeric(21, 6),
  currency text,
  -- pending, approved, refused or used
  state text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- the Idempotency-Key of the call that used it; null: without one, so that no call may repeat it
  used_with text,
  constraint approval_key foreign key (key_id) references api_key (id) on delete cascade,
  constraint approval_state_valid check (state in ('pending', 'approved', 'refused', 'used'))
);
create index approval_key_id on approval (key_id);
-- Finds outdated rows.
create index approval_expires_at on approval (expires_at);
