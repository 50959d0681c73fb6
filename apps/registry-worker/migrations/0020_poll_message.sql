-- Messages taken from the queues of registry accounts: kept before they are acknowledged, since they are gone then.
create table poll_message (
  account text not null,
  -- the registry's, unique within the account
  message_id text not null,
  -- transfer, pending-action, grace-period, change, balance, other
  about text not null,
  -- name or identifier of the object, when the message has one
  object text,
  -- our operation that it concerns
  operation_id uuid,
  text text not null,
  frame text not null,
  queued_at timestamptz,
  received_at timestamptz not null,
  primary key (account, message_id)
);
