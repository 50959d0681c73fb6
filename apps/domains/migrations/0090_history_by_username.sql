-- no transaction
-- What a contact person did, for the erasure of the person.
create index concurrently if not exists domain_history_of_person on domain_history (username, happened_at)
  where username is not null;
