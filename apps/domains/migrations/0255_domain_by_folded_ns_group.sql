-- The planner walks an expression within its index only where the index carries what it is made of.
drop index domain_by_folded_ns_group;
create index domain_by_folded_ns_group on domain (reseller_id, lower(ns_group), id) include (ns_group)
  where deleted_at is null;
