-- no transaction
-- Finds the zones whose comparison is longest ago.
create index concurrently zone_to_compare on zone (compared_at) where deleted_at is null;
