-- no transaction
-- Finds the operations of a request.
create index concurrently if not exists operation_request on operation (correlation_id);
