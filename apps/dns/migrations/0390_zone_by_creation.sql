-- no transaction
-- The order of an account's list, with what it is searched by.
create index concurrently zone_by_creation on zone (reseller_id, created_at, id) include (type, name)
  where deleted_at is null;
