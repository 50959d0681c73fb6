-- no transaction
drop index concurrently customer_reseller_handle;
