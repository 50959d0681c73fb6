create index domain_deleted on domain (reseller_id, id) where deleted_at is not null;
