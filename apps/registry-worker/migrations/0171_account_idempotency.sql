-- The address for which a test of the account has proved that idempotency keys work there; null: none has.
alter table registry_account add column idempotent_at_address text;
