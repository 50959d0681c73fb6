-- Sorts by the column, and finds by its beginning.
create index customer_email_folded on customer (reseller_id, email_folded, id) where deleted_at is null;
