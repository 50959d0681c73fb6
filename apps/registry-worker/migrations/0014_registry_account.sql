-- What all replicas must know of an account at a registry. An account about which there is nothing to say has no row.
create table registry_account (
  account text primary key,
  -- since when nothing is sent, until an operator resumes: our login was refused
  closed_at timestamptz,
  closed_reason text,
  -- no new session before this instant: the registry had too many, or failed to open one
  crowded_until timestamptz,
  -- times in a row
  crowded_times integer not null default 0,
  -- no paid command before this instant: our balance there is used up
  unpaid_until timestamptz,
  -- tells our passwords apart and gives nothing of them away; null until one was rotated
  password_mark text,
  -- a login that changed the password was sent, and its answer not seen
  is_password_in_doubt boolean not null default false
);
