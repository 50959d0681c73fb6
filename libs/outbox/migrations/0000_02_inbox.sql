-- Messages that were already taken: one delivered twice acts once.
create table inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamptz not null,
  primary key (message_id, consumer)
);
