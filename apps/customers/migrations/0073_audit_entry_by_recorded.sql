-- no transaction
-- Operators search over all accounts.
create index concurrently if not exists audit_entry_any_recorded on audit_entry (recorded_at, id);
