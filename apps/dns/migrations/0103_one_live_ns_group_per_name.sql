create unique index one_live_ns_group_per_name on ns_group (reseller_id, lower(name)) where deleted_at is null;
