-- no transaction
drop index concurrently domain_comments;
