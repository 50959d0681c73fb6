-- Sorts by the column, and finds by its beginning.
drop index customer_last_name;
create index customer_last_name on customer (reseller_id, last_name_folded, id) where deleted_at is null;
