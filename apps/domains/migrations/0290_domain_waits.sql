-- What an order that waits for somebody waits for (`authorization`, `money`), and since when; and when its registrant authorized a transfer.
alter table domain
  add column waits_for text,
  add column waits_since timestamptz,
  add column authorized_at timestamptz;
