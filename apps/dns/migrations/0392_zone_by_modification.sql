-- no transaction
-- The account's list in the order of the last changes, with what it is searched by.
create index concurrently zone_by_modification on zone (reseller_id, updated_at, id) include (type, name)
  where deleted_at is null;
