-- What the registry may ask for a premium name at most: an order that is held is submitted with it later.
alter table registry_operation add column fee jsonb;
