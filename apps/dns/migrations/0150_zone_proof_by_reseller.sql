-- no transaction
-- Counts the open records of an account.
create index concurrently if not exists zone_proof_by_reseller on zone_proof (reseller_id, expires_at);
