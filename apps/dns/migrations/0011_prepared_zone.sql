-- Zones of orders at names where another account has a zone: published when the order has made its account the holder.
-- A row ends with the order: when it succeeds, fails or is refused.
create table prepared_zone (
  -- A-labels, lower case, no final dot
  name text not null,
  reseller_id integer not null,
  -- in uncompressed wire form without separators (RFC 1035 section 3.2.1)
  records bytea not null,
  -- whether the zone is signed from its first version on
  is_secured boolean not null default false,
  created_at timestamptz not null,
  primary key (name, reseller_id)
);
