-- What shall happen to domains, and when. A row is gone when it has fired.
create table timer (
  domain_id integer not null,
  -- a word of the domains' own
  kind text not null,
  due_at timestamptz not null,
  -- the domain's when the timer was set
  version integer not null,
  primary key (domain_id, kind)
);
