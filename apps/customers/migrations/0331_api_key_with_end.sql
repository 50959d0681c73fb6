-- no transaction
-- Finds the keys that may reach an end.
create index concurrently if not exists api_key_with_end on api_key (id)
  where ended_at is null and (expires_at is not null or unused_days > 0);
