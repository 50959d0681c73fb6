-- no transaction
create index concurrently if not exists token_access_hash on token (access_hash) where access_hash is not null;
