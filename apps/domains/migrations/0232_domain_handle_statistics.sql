-- How often a handle is named, so that a rare one is looked up and a frequent one is met on the way.
create statistics domain_handles on (array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle])
  from domain;
