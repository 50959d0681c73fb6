-- no transaction
-- Finds zones that were deleted long ago.
create index concurrently if not exists zone_deleted on zone (deleted_at) where deleted_at is not null;
