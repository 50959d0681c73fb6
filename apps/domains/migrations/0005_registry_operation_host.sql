-- The host that an operation sets or deletes: {name, ip, ip6}.
alter table registry_operation add column host jsonb;
