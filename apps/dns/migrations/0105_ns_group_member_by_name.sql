-- Finds the groups that hold a nameserver.
create index ns_group_member_by_name on ns_group_member (name);
