-- Work of an operator on many names of an account at a registry, with the state of each name, so that it can be resumed.
create table portfolio_job (
  id uuid primary key,
  -- adopt: make rows of names that the registry has
  kind text not null,
  -- our name of the account at the registry
  account text not null,
  -- hash of the list of names: the same list again continues the job
  list text not null,
  -- examine: each name is asked; examined: waits for the operator; apply: rows are made; ended
  step text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index portfolio_job_under_way on portfolio_job (kind, account, list) where ended_at is null;
create index portfolio_job_ended on portfolio_job (ended_at) where ended_at is not null;
