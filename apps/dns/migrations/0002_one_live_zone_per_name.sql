create unique index one_live_zone_per_name on zone (name) where deleted_at is null;
