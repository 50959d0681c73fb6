-- no transaction
create index concurrently if not exists approval_assistant_id on approval (assistant_id) where assistant_id is not null;
