-- no transaction
-- What a key has spent in a period.
create index concurrently if not exists reservation_by_key on reservation (key_id, reserved_at) where key_id is not null;
