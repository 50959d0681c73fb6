-- Records that new zones of an account can start from.
create table template (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- as the account spells it; found in any case
  name text not null,
  created_at timestamptz not null
);
