create index domain_by_name on domain (reseller_id, name);
