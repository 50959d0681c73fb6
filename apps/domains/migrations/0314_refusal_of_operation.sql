-- By which name of the catalogue an operation was refused.
alter table registry_operation add column refusal text;
