-- no transaction
-- Finds certificates that expired long ago.
create index concurrently if not exists ca_certificate_by_expiry on ca_certificate (expires_at);
