-- Sorts by the column, and finds by its beginning.
create index customer_reseller_handle on customer (reseller_id, handle, id) where deleted_at is null;
