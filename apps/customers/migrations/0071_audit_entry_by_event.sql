-- no transaction
-- Operators search over all accounts.
create index concurrently if not exists audit_entry_any_event on audit_entry (event, id);
