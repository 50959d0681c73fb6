-- no transaction
-- Finds operations that ended long ago.
create index concurrently if not exists operation_ended on operation (settled_at) where settled_at is not null;
