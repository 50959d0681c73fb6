-- no transaction
-- Finds customers that were deleted long ago.
create index concurrently if not exists customer_deleted on customer (deleted_at) where deleted_at is not null;
