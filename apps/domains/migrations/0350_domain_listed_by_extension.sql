-- no transaction
-- Tells how many domains of an extension have a status, without a look at the rows.
create index concurrently domain_listed_by_extension on domain (reseller_id, extension, id) include (phase)
  where deleted_at is null;
