-- The end of the year that a domain is paid for, at registries that bill by themselves and show no expiry.
create table domain_term (
  account text not null,
  object text not null,
  ends_at timestamptz not null,
  primary key (account, object)
);
