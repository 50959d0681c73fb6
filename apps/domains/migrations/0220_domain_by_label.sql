create index domain_by_label on domain (reseller_id, label, id) where deleted_at is null;
