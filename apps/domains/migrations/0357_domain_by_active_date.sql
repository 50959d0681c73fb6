-- no transaction
drop index concurrently domain_by_active_date;
