-- What an operation is for, why it was submitted, and what came of it in words.
alter table registry_operation
  add column purpose text not null default 'create',
  -- what made us ask: an order, a timer, a message of the registry, a transition
  add column cause text not null default 'order',
  add column pending_at timestamptz,
  add column reason text;
