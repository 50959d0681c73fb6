-- no transaction
-- Finds orders that failed long ago.
create index concurrently if not exists domain_failed on domain (changed_at) where phase = 'failed' and deleted_at is null;
