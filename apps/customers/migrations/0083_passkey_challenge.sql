-- What a passkey signs to answer. Each challenge works once.
create table passkey_challenge (
  -- SHA-256 of the challenge, which has 256 random bits
  hash bytea primary key,
  -- registration: for a new passkey; login: for one that is known
  purpose text not null,
  -- who must answer; null: whoever has a passkey
  contact_id integer,
  -- registration: the name and user handle of the new passkey
  name text,
  user_handle bytea,
  expires_at timestamptz not null,
  constraint passkey_challenge_contact foreign key (contact_id) references contact (id)
);
create index passkey_challenge_contact_id on passkey_challenge (contact_id);
-- Finds outdated rows.
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
