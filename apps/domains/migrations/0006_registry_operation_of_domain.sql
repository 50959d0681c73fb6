create index registry_operation_of_domain on registry_operation (domain_id, submitted_at);
