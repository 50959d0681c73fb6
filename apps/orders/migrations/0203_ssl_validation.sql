-- How control of each name of an order is proven, this time.
create table ssl_validation (
  ssl_order_id integer not null references ssl_order,
  host_name text not null,
  position integer not null,
  method text not null,
  proven_at timestamptz,
  checked_at timestamptz,
  -- what the last look found, while it is not proven
  problem text not null default '',
  primary key (ssl_order_id, host_name),
  constraint known_method check (method in ('dns', 'email', 'http', 'https'))
);
