-- Links in mails that ask a person for an approval. Only their hashes are stored.
create table approval_link (
  -- the message that asked for the mail: a second delivery replaces the link
  id uuid primary key,
  hash bytea not null unique,
  approval_id integer not null,
  contact_id integer not null,
  constraint approval_link_approval foreign key (approval_id) references approval (id) on delete cascade,
  constraint approval_link_contact foreign key (contact_id) references contact (id) on delete cascade
);
create index approval_link_approval_id on approval_link (approval_id);
create index approval_link_contact_id on approval_link (contact_id);
