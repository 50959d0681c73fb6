create index lifecycle_violation_by_domain on lifecycle_violation (domain_id, happened_at);
