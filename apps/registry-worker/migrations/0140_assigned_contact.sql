-- Identifiers that registries chose for contacts of ours. `key` is derived from the contact's data and tells nothing of it.
create table assigned_contact (
  account text not null,
  key text not null,
  id text not null,
  primary key (account, key)
);
create index assigned_contact_id on assigned_contact (account, id);
