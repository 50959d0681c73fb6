-- no transaction
-- Operators search over all accounts.
create index concurrently if not exists audit_entry_any_key on audit_entry (key_id, id) where key_id is not null;
