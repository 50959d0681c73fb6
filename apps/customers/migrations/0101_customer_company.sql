-- The list of the account's companies, with what a search in it looks at.
drop index customer_company;
create index customer_company on customer (reseller_id, id) include (searched)
  where deleted_at is null and company_name_folded <> '';
