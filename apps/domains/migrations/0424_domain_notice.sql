-- What happened to a domain that was not an operation of its own, in words, for its history.
create table domain_notice (
  id bigserial primary key,
  domain_id integer not null references domain,
  subject text not null,
  contents text not null,
  happened_at timestamptz not null
);
