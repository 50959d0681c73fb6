-- The links with which people set a new password. A link works once, and only while the password and the e-mail address
-- are those of the time when it was mailed.
create table password_reset (
  -- the request: a mail that is sent again replaces its own link
  id uuid primary key,
  -- SHA-256 of the token in the link
  hash bytea not null,
  contact_id integer not null,
  -- where the link was mailed
  email text not null,
  -- SHA-256 of the stored password hash
  password_digest bytea not null,
  expires_at timestamptz not null,
  constraint password_reset_contact foreign key (contact_id) references contact (id)
);
create unique index password_reset_hash on password_reset (hash);
create index password_reset_contact_id on password_reset (contact_id);
create index password_reset_expires_at on password_reset (expires_at);
