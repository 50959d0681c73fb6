-- no transaction
-- Sorts by the column; companies or private persons alone are found without reading the rows.
create index concurrently customer_by_full_name on customer (reseller_id, full_name_folded, id) include (company_name_folded)
  where deleted_at is null;
