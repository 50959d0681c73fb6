-- no transaction
create index concurrently if not exists sent_default_by_request on sent_default (correlation_id);
