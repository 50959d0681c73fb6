-- no transaction
-- A handle or a nameserver group that many domains have is met on a walk through the account, without a look at the rows:
-- no order of the list is found by handles.
create index concurrently domain_listed_with_handles on domain (reseller_id, id)
  include (owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, label, extension, phase)
  where deleted_at is null;
