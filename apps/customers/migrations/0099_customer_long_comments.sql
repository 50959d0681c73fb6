-- The few whose comments no index carries.
create index customer_long_comments on customer (reseller_id, id) where deleted_at is null and comments_short is null;
