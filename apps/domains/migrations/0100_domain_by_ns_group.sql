-- How many domains of an account use a nameserver group.
create index domain_by_ns_group on domain (reseller_id, ns_group)
  where deleted_at is null and phase <> 'failed' and ns_group <> '';
