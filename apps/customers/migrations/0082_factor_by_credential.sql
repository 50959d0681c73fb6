-- no transaction
-- A passkey belongs to one contact.
create unique index concurrently if not exists factor_credential_id on factor (credential_id);
