-- no transaction
-- Domains in the order of their expiry, of all accounts, for the notices before it.
create index concurrently if not exists domain_by_expiry on domain (expires_at, id) where deleted_at is null;
