-- no transaction
-- Sorts by the column. Companies or private persons alone are found without reading rows.
create index concurrently if not exists customer_by_prefix on customer (reseller_id, prefix_folded, id)
  include (company_name_folded) where deleted_at is null;
