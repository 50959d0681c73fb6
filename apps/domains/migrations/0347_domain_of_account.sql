-- no transaction
drop index concurrently domain_of_account;
