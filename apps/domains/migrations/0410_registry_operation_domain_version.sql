-- The version of the domain that this operation, its outcome and what follows from it have left; a domain of another
-- version was changed by something else. Absent in operations from before.
alter table registry_operation add column domain_version integer;
