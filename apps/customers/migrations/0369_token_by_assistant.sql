-- no transaction
create unique index concurrently if not exists token_assistant_id on token (assistant_id) where assistant_id is not null;
