-- no transaction
-- The order of a zone's list of records, with all it is searched and sorted by but values, which may be too long.
create index concurrently record_by_type on record (zone_id, type, owner collate "C", prio, id) include (ttl);
