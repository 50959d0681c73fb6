-- What the account paid for an operation, as it was reserved; nothing where the operation costs nothing.
alter table registry_operation add column charge jsonb;
