-- RDATA may be longer than an index entry.
create unique index one_record_per_meaning on record (zone_id, owner, type, sha256(rdata));
