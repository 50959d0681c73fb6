-- The list of the account's private persons.
create index customer_individual on customer (reseller_id, id) where deleted_at is null and company_name_folded = '';
