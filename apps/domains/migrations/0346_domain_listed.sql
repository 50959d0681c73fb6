-- no transaction
-- The order of an account's list. Carries what lists are narrowed by most: names are counted by letters anywhere in them,
-- alone or of one status or extension, without a look at the rows, in the order that the rows have.
create index concurrently domain_listed on domain (reseller_id, id) include (label, extension, phase)
  where deleted_at is null;
