-- no transaction
-- Sorts by the label, and then by the extension; of one status or extension without a look at the rows, however far.
create index concurrently domain_listed_by_label on domain (reseller_id, label, id) include (extension, phase)
  where deleted_at is null;
