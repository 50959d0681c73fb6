-- Consumed messages whose identifier is in no month that has a partition: one that is not of UUID version 7, or of a
-- clock that is ahead. It becomes the default partition of inbox.
create table inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamptz not null,
  primary key (message_id, consumer)
);
-- For the deletion of old rows.
create index inbox_default_by_time on inbox_default (taken_at);
