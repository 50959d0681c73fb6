-- no transaction
-- What a contact person changed, for the erasure of the person.
create index concurrently if not exists zone_change_of_contact on zone_change (contact_id, changed_at)
  where username is not null;
