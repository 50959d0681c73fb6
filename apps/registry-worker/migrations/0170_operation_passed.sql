-- The installations that an operation has passed, this one at the end; null for older rows.
alter table operation add column passed text[];
