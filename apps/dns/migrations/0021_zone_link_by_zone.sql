-- no transaction
-- The links of an account, which are found by its zones.
create index concurrently if not exists zone_link_by_zone on zone_link (zone_id);
