-- no transaction
-- The order of an account's list has an index that is searched, too.
drop index concurrently zone_of_reseller;
