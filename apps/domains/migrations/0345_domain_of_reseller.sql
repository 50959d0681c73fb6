-- no transaction
-- The order of an account's list has an index that carries labels, too.
drop index concurrently domain_of_reseller;
