-- What was asked of a registry for a domain, and what came of it. The worker's own row has the same id.
create table registry_operation (
  operation_id uuid primary key,
  domain_id integer not null references domain,
  kind text not null,
  state text not null,
  submitted_at timestamptz not null,
  settled_at timestamptz
);
