-- no transaction
-- Of whichever account, alive or not: what stands before an operation of the name.
create index concurrently domain_of_name on domain (name);
