-- no transaction
-- The account's customers that have comments, by far not all, with those that are not long. Carries what patterns look at
-- beside comments: a list that is searched by both stays within the index.
create index concurrently customer_with_comments on customer (reseller_id, id)
  include (comments_short, first_name_folded, last_name_folded, company_name_folded, handle, email_folded)
  where deleted_at is null and comments_short <> '';
