-- no transaction
-- The planner walks an expression within its index only where the index carries what it is made of.
create index concurrently domain_listed_by_ns_group on domain (reseller_id, lower(ns_group), id)
  include (ns_group, extension, phase)
  where deleted_at is null;
