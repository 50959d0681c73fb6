-- Aggregate reports (RFC 7489 appendix C, RFC 9990) about the domain of an order.
create table dmarc_report (
  id bigint generated always as identity primary key,
  dmarc_order_id integer not null references dmarc_order (id),
  organisation text not null,
  contact text not null,
  -- The name of the report at its organisation.
  report_id text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- The domain whose policy was found: that of the order, or one below it.
  domain text not null,
  -- The policy that was found, with the fields that the report has.
  policy jsonb not null,
  received_at timestamptz not null,
  -- Messages of all rows, and those that passed: aligned by DKIM or by SPF.
  messages bigint not null default 0,
  passed bigint not null default 0,
  unique (dmarc_order_id, organisation, report_id, begins_at)
);
create index dmarc_report_by_day on dmarc_report (dmarc_order_id, begins_at desc, id desc);
create index dmarc_report_by_receipt on dmarc_report (received_at);
