-- Keys of the CA that is shipped: the root, and the one below it that issues. Private halves are encrypted.
create table ca_key (
  role text primary key,
  certificate text not null,
  public_key bytea not null,
  sealed bytea not null,
  secret_id text not null,
  constraint known_role_of_ca_key check (role in ('root', 'issuing'))
);
