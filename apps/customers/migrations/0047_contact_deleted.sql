-- no transaction
-- Finds persons that were deleted long ago.
create index concurrently if not exists contact_deleted on contact (deleted_at) where deleted_at is not null;
