-- The state of each name of a portfolio job.
create table portfolio_name (
  job_id uuid not null,
  -- collated as the names of domains
  name text collate "C" not null,
  reseller_id integer,
  -- handle of the registrant, for registries that have none
  owner text not null,
  -- queued, ready, refused, present, done
  state text not null,
  -- what was found, for the operator
  findings jsonb not null default '{}',
  attempts integer not null default 0,
  -- a process works on it until then
  claimed_until timestamptz,
  constraint portfolio_name_pkey primary key (job_id, name),
  constraint portfolio_name_job foreign key (job_id) references portfolio_job (id)
);
create index portfolio_name_by_state on portfolio_name (job_id, state, name);
