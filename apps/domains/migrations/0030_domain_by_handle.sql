-- Which domains name a customer, in any role; handles are unique over all accounts.
create index domain_by_handle on domain
  using gin ((array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]))
  where deleted_at is null;
