create index zone_key_due on zone_key (next_attempt_at) where next_attempt_at is not null;
