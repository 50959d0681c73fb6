-- What happened to a domain though its phase has no place for it; the phase was kept, and a person must look.
create table lifecycle_violation (
  id bigserial primary key,
  domain_id integer not null references domain,
  phase text not null,
  event text not null,
  operation_id uuid,
  -- the domain as we had it
  domain jsonb not null,
  -- the domain as the registry showed it
  registry jsonb not null,
  happened_at timestamptz not null
);
