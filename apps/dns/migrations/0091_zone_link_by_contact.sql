-- no transaction
-- The links that a contact person made, for the erasure of the person.
create index concurrently if not exists zone_link_of_contact on zone_link (contact_id);
