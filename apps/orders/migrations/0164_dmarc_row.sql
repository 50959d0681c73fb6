-- Rows of aggregate reports: messages of one source that the receiver treated alike.
create table dmarc_row (
  dmarc_report_id bigint not null references dmarc_report (id) on delete cascade,
  number integer not null,
  source inet not null,
  messages integer not null,
  disposition text not null,
  dkim boolean not null,
  spf boolean not null,
  header_from text not null,
  envelope_from text not null,
  -- Signatures, SPF checks and reasons, as in model/aggregate-report.ts.
  details jsonb not null,
  primary key (dmarc_report_id, number)
);
