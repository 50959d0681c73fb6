-- The account that transferred the domain to this one by its internal code; null for any other domain.
alter table domain add column moved_from integer;
