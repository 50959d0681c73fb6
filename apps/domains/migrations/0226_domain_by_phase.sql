create index domain_by_phase on domain (reseller_id, phase, id) where deleted_at is null;
