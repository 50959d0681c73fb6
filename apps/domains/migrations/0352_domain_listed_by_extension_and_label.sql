-- no transaction
-- Walked among the domains of one status, too, without a look at the rows.
create index concurrently domain_listed_by_extension_and_label on domain (reseller_id, extension, label, id) include (phase)
  where deleted_at is null;
