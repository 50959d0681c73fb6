-- What an operator must look at, once per kind and account, until an operator resumes the account.
create table alarm (
  account text not null,
  kind text not null,
  text text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null,
  primary key (account, kind)
);
