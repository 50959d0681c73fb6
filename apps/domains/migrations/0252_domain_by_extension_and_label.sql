create index domain_by_extension_and_label on domain (reseller_id, extension, label, id) where deleted_at is null;
