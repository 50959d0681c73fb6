-- The last entry of each account.
create table audit_chain (
  -- 0: the platform
  account integer primary key,
  seq bigint not null,
  hash bytea not null,
  recorded_at timestamptz not null
);
