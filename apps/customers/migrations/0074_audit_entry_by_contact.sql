-- no transaction
-- Operators search over all accounts.
create index concurrently if not exists audit_entry_any_contact on audit_entry (contact_id, id) where contact_id is not null;
