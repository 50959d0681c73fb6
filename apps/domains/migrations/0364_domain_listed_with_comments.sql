-- no transaction
-- The account's domains that have comments, by far not all, with those that are not long.
create index concurrently domain_listed_with_comments on domain (reseller_id, id) include (comments, label, extension, phase)
  where deleted_at is null and comments <> '' and length(comments) <= 200;
