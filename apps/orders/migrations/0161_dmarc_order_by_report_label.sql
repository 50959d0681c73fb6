-- no transaction
-- Finds the live order that an address receives reports for.
create index concurrently if not exists dmarc_order_by_report_label on dmarc_order (report_label(name))
  where status in ('REQ', 'ACT');
