-- Number of the nameserver group that the nameservers were taken from.
alter table domain add column ns_group_id integer;
