-- Operators search over all accounts.
create index audit_entry_any_event on audit_entry (event, id);
create index audit_entry_any_subject on audit_entry (subject, id);
create index audit_entry_any_recorded on audit_entry (recorded_at, id);
create index audit_entry_any_contact on audit_entry (contact_id, id) where contact_id is not null;
create index audit_entry_any_key on audit_entry (key_id, id) where key_id is not null;
