-- no transaction
-- Which customer a contact of a registry is, in any account.
create index concurrently if not exists adopted_contact_by_id on adopted_contact (account, registry_id);
