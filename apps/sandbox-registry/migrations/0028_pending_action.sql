-- Commands on domains that were answered 1001 and wait to be decided (RFC 5731 section 3.3).
create table pending_action (
  domain text primary key references domain on delete cascade,
  kind text not null check (kind in ('create', 'update')),
  registrar text not null references registrar,
  cltrid text,
  svtrid text not null,
  due_at timestamptz not null,
  -- the update as it was sent: its element and its extensions by namespace
  payload jsonb,
  extensions jsonb,
  check ((kind = 'update') = (payload is not null and extensions is not null))
);
create index pending_action_due on pending_action (due_at);
