-- What the built-in responder answers from.
create table published_zone (
  name text primary key,
  version bigint not null,
  -- all records in uncompressed wire form, one behind the other (RFC 1035 section 3.2.1)
  records bytea not null,
  published_at timestamptz not null
);
