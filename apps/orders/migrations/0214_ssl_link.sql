-- Links that show one order for a while, as their hashes.
create table ssl_link (
  hash bytea primary key,
  ssl_order_id integer not null references ssl_order,
  expires_at timestamptz not null
);
