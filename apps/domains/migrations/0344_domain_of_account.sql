-- no transaction
-- The order of an account's list. Carries the label: names are counted by letters anywhere in them without a look at the
-- rows, in the order that the rows have. In that of another index, to look up what of the table is visible to all takes
-- longer than to compare the letters.
create index concurrently domain_of_account on domain (reseller_id, id) include (label) where deleted_at is null;
