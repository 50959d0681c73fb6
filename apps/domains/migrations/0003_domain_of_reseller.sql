create index domain_of_reseller on domain (reseller_id, id) where deleted_at is null;
