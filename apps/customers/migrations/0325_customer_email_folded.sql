-- no transaction
drop index concurrently customer_email_folded;
