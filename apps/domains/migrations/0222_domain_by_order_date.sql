create index domain_by_order_date on domain (reseller_id, ordered_at, id) where deleted_at is null;
