-- Which domains name a customer, in any role; handles are unique over all accounts. Without the pending list, which
-- readers would have to search too, and which makes the planner walk the whole table instead.
create index domain_by_handle on domain
  using gin ((array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]))
  with (fastupdate = off)
  where deleted_at is null;
