-- no transaction
-- Deleted customers whose data are still kept, for the sweep that erases them.
create index concurrently if not exists customer_kept on customer (kept_until) where kept_until is not null;
