-- no transaction
-- Finds domains that are gone for long.
create index concurrently if not exists domain_gone on domain (deleted_at) where deleted_at is not null;
