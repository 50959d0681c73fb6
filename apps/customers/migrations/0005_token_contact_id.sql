create index token_contact_id on token (contact_id);
