-- The second factors of a contact. A factor without `confirmed_at` does not count.
create table factor (
  id integer generated always as identity primary key,
  contact_id integer not null,
  -- totp: an app that shows one-time codes (RFC 6238)
  kind text not null,
  name text not null,
  created_at timestamptz not null,
  -- when the first code of the app was accepted
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- totp: the secret under AES-256-GCM, and the id of the key it is encrypted with
  sealed bytea not null,
  secret_id text not null,
  -- totp: the last time step whose code was accepted; codes of it and of earlier steps are refused
  last_step bigint not null default 0,
  constraint factor_contact foreign key (contact_id) references contact (id)
);
create index factor_contact_id on factor (contact_id);
