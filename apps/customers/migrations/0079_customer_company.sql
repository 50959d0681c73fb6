-- The list of the account's companies.
create index customer_company on customer (reseller_id, id) where deleted_at is null and company_name_folded <> '';
