-- Messages that the broker has confirmed, for some days. A broker that loses its disk loses those that nobody has consumed
-- yet; they are published again. Identifiers begin with their time, so each day is a partition, as in inbox.
create table sent (
  message_id uuid primary key,
  -- as in outbox
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  -- when the row left outbox, by the clock of the database
  sent_at timestamptz not null
) partition by range (message_id);
-- Finds whether a partition has a young row.
create index sent_at on sent using brin (sent_at) with (autosummarize = on);
