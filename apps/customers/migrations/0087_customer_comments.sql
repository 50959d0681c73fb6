-- The account's customers that have comments, by far not all.
create index customer_comments on customer (reseller_id, id) where deleted_at is null and comments_folded <> '';
