-- A search that matches often is counted within this index, and in an account's order.
create index customer_searched on customer (reseller_id, id) include (company_name_folded, searched)
  where deleted_at is null;
