-- no transaction
-- Sorts by the column and finds by its beginning; companies or private persons alone are met without a look at the rows.
create index concurrently customer_by_first_name on customer (reseller_id, first_name_folded, id) include (company_name_folded)
  where deleted_at is null;
