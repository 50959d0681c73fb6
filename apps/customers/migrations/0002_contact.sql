-- A person of a reseller, who logs in.
create table contact (
  id integer generated always as identity (start with 10001) primary key,
  reseller_id integer not null,
  username text not null,
  -- argon2id in PHC string form
  password_hash text not null,
  email text not null,
  role text not null,
  api_access_enabled boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint contact_reseller foreign key (reseller_id) references reseller (id),
  constraint contact_username unique (username),
  constraint contact_role check (role in ('admin', 'tech', 'billing'))
);
