-- no transaction
-- Finds old changes.
create index concurrently if not exists zone_change_by_time on zone_change (changed_at);
