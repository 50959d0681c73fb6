-- The account's customers that have comments, by far not all, with those that are not long.
drop index customer_comments;
create index customer_comments on customer (reseller_id, id) include (company_name_folded, comments_short)
  where deleted_at is null and comments_short <> '';
