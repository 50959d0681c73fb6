create index domain_by_active_date on domain (reseller_id, activated_at, id) where deleted_at is null;
