-- Links that show one order, as their hashes: whoever reads the table can open none.
create table dmarc_link (
  hash bytea primary key,
  dmarc_order_id integer not null references dmarc_order,
  -- whom the page is for: customer or reseller
  audience text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
