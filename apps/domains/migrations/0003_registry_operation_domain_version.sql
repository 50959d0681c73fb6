-- The version of the domain after this operation, its result and their consequences: a domain with another version was
-- changed by something else. Null for older operations.
alter table registry_operation add column domain_version integer;
