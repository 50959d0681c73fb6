-- A bearer token; the token itself is kept nowhere.
create table token (
  -- sha-256 of the token
  hash bytea primary key,
  contact_id integer not null,
  scope text[] not null,
  -- the address or range the token works from; null is any
  bound_to inet,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint token_contact foreign key (contact_id) references contact (id)
);
