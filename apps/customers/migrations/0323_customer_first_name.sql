-- no transaction
drop index concurrently customer_first_name;
