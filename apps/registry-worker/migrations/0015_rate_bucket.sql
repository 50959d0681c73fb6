-- How far the commands of an account fill a limit of its registry; all replicas draw from it.
create table rate_bucket (
  account text not null,
  -- which of the account's limits
  name text not null,
  -- by when all that was drawn is used up again; machine time
  drawn_until timestamptz not null,
  primary key (account, name)
);
