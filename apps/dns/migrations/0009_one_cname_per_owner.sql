create unique index one_cname_per_owner on record (zone_id, owner) where type = 'CNAME';
