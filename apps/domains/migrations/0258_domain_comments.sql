-- The account's domains that have comments, by far not all, with those that are not long.
create index domain_comments on domain (reseller_id, id) include (comments)
  where deleted_at is null and comments <> '' and length(comments) <= 200;
