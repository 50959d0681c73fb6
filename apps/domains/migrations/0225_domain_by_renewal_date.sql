create index domain_by_renewal_date on domain (reseller_id, renews_at, id) where deleted_at is null;
