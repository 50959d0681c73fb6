-- no transaction
-- Walks the zones of an account by number.
create index concurrently if not exists zone_listed on zone (reseller_id, id) include (type, name)
  where deleted_at is null;
