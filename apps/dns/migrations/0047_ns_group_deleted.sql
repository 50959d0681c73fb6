-- no transaction
-- Finds groups that were deleted long ago.
create index concurrently if not exists ns_group_deleted on ns_group (deleted_at) where deleted_at is not null;
