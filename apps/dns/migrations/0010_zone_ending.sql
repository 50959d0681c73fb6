-- no transaction
-- Finds the zones that are withdrawn at an instant.
create index concurrently if not exists zone_ending on zone (ends_at) where ends_at is not null and deleted_at is null;
