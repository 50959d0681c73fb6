-- One live order or domain per name on the whole platform; failed orders may stand beside it.
create unique index one_live_domain_per_name on domain (name) where deleted_at is null and phase <> 'failed';
