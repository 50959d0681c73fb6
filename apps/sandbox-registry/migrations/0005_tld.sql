create table tld (
  name text primary key,
  profile text not null references profile
);
