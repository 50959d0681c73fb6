-- As in ssl_order, and when the request asked for the work.
alter table dmarc_order add column request text, add column trace text, add column asked_at timestamptz;
