-- no transaction
-- What a contact person ordered, for the erasure of the person.
create index concurrently if not exists registry_operation_of_person on registry_operation (username, submitted_at)
  where username is not null;
