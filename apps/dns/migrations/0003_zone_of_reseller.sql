-- The order of an account's list: newest first.
create index zone_of_reseller on zone (reseller_id, created_at desc, id desc) where deleted_at is null;
