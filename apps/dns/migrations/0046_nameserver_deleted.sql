-- no transaction
-- Finds nameservers that were deleted long ago.
create index concurrently if not exists nameserver_deleted on nameserver (deleted_at) where deleted_at is not null;
