-- no transaction
create unique index concurrently if not exists planned_maintenance_registry_id on planned_maintenance (registry_account, registry_id) where registry_id is not null;
