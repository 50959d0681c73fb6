-- no transaction
-- The gone domains of a registrant, for the end of the duty to keep the registrant's data.
create index concurrently if not exists domain_gone_of_owner on domain (owner_handle) where deleted_at is not null;
