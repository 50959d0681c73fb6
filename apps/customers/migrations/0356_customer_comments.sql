-- no transaction
drop index concurrently customer_comments;
