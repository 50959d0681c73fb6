-- no transaction
-- Operators search over all accounts.
create index concurrently if not exists audit_entry_any_subject on audit_entry (subject, id);
