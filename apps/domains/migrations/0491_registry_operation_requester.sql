-- Which contact person ordered an operation, and from which address; null where nobody did, and for older rows.
alter table registry_operation add column username text, add column address text;
