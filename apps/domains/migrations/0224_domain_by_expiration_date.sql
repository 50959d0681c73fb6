create index domain_by_expiration_date on domain (reseller_id, expires_at, id) where deleted_at is null;
