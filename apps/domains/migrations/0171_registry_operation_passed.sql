-- The installations that an order has passed before this one; null for other operations and older rows.
alter table registry_operation add column passed text[];
