create index domain_by_extension on domain (reseller_id, extension, id) where deleted_at is null;
