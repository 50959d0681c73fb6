create unique index one_live_nameserver_per_name on nameserver (reseller_id, name) where deleted_at is null;
