-- The contact person who ordered an operation, and their address; null for operations of the platform and older rows.
alter table registry_operation add column username text, add column address text;
