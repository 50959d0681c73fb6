-- no transaction
-- Finds the zones that are published by themselves.
create index concurrently if not exists zone_alone on zone (next_attempt_at) where breaks > 0;
