-- no transaction
-- Operators search by request. The text has had its id since the first entry, so no column repeats it.
create index concurrently if not exists audit_entry_any_request on audit_entry ((body::json ->> 'request'), id);
