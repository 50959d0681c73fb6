-- no transaction
-- Finds the zones that are tried one at a time.
create index concurrently zone_alone on zone (next_attempt_at) where breaks > 0;
