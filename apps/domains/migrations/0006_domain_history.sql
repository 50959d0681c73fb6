-- Changes of a domain that are no registry operations: settings, suspension, steps of its deletion. Kept as long as the
-- row of the domain.
create table domain_history (
  id bigserial primary key,
  domain_id integer not null constraint domain_history_domain_id_fkey references domain,
  happened_at timestamptz not null,
  contents text not null,
  username text,
  address text
);
create index domain_history_of_domain on domain_history (domain_id, happened_at);
