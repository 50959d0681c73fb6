-- no transaction
create index concurrently if not exists token_grant_hash on token (grant_hash) where grant_hash is not null;
