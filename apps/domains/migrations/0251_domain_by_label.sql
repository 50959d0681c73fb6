-- Sorts by the label and then by the extension without a look at the row.
drop index domain_by_label;
create index domain_by_label on domain (reseller_id, label, id) include (extension) where deleted_at is null;
