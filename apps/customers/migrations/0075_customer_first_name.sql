-- Sorts by the column, and finds by its beginning.
drop index customer_first_name;
create index customer_first_name on customer (reseller_id, first_name_folded, id) where deleted_at is null;
