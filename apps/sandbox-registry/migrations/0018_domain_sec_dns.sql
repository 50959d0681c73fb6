-- What a domain is signed with: DS records or keys (RFC 5910), as they were given.
create table domain_sec_dns (
  id bigint generated always as identity primary key,
  domain text not null references domain on delete cascade,
  record jsonb not null,
  unique (domain, record)
);
