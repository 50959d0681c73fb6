-- An account: the company that sells names under its own brand.
create table reseller (
  id integer generated always as identity (start with 1001) primary key,
  company_name text not null,
  -- ISO 4217
  currency text not null,
  created_at timestamptz not null
);
