-- The list of the account's private persons, with what a search in it looks at.
drop index customer_individual;
create index customer_individual on customer (reseller_id, id) include (searched)
  where deleted_at is null and company_name_folded = '';
