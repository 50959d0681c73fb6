-- Journal of the commands that change something at a registry. A row is committed before the first byte leaves, so a
-- lost answer is always known to be lost. Frames have their secrets masked.
create table registry_transaction (
  -- never reused: a registry may refuse a client transaction identifier it has seen
  cltrid text primary key,
  operation_id uuid not null references operation,
  -- object and verb: domain:create
  command text not null,
  object text not null,
  -- prepared, sent, answered, unknown, reconciled
  state text not null,
  prepared_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  svtrid text,
  code integer,
  frame text,
  answer text
);
