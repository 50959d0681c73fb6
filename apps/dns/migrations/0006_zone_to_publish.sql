create index zone_to_publish on zone (next_attempt_at) where published_version < version;
