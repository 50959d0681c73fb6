-- no transaction
drop index concurrently domain_by_folded_ns_group;
