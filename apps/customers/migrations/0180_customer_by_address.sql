-- no transaction
-- Customers of any account by their e-mail address: whose contact a registry has.
create index concurrently if not exists customer_by_address on customer (email_folded, id) where deleted_at is null;
