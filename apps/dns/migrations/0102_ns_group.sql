-- Named sets of nameservers of accounts. The platform's own group follows from settings and stands in no row.
create table ns_group (
  id integer generated always as identity (start with 1000001) primary key,
  reseller_id integer not null,
  -- as the account spells it; found in any case
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
