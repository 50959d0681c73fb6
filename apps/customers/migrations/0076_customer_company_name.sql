-- Sorts by the column, and finds by its beginning.
drop index customer_company_name;
create index customer_company_name on customer (reseller_id, company_name_folded, id) where deleted_at is null;
