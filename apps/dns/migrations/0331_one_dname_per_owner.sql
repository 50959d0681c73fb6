-- RFC 6672 section 2.4.
create unique index one_dname_per_owner on record (zone_id, owner) where type = 'DNAME';
