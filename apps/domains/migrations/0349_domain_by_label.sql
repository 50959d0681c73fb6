-- no transaction
drop index concurrently domain_by_label;
