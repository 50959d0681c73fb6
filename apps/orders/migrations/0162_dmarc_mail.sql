-- Mails with reports about the domain of an order, as they came (RFC 5322).
create table dmarc_mail (
  id bigint generated always as identity primary key,
  dmarc_order_id integer not null references dmarc_order (id),
  -- SHA-256 of the content.
  digest bytea not null,
  received_at timestamptz not null,
  content bytea not null,
  unique (dmarc_order_id, digest)
);
create index dmarc_mail_by_receipt on dmarc_mail (received_at);
