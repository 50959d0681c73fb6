-- no transaction
drop index concurrently customer_last_name;
