-- What the domain goes back to when the operation is refused: the values that it changed, as they were before.
alter table registry_operation add column rollback jsonb;
