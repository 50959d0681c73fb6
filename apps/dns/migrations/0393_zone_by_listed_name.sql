-- no transaction
-- The account's list in the order of names. A name is looked for here, and all that match are counted.
create index concurrently zone_by_listed_name on zone (reseller_id, name collate "C") include (id, type)
  where deleted_at is null;
