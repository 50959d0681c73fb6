-- An approval can be for a call of an assistant in place of one of an API key.
alter table approval
  alter column key_id drop not null,
  -- number of the assistant's access (token.assistant_id); null: of an API key
  add column assistant_id integer,
  add constraint approval_of_one check (num_nonnulls(key_id, assistant_id) = 1) not valid;
