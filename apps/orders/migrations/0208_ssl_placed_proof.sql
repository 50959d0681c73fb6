-- Records that this platform has placed, or was about to: written before, taken away after the record is.
create table ssl_placed_proof (
  ssl_order_id integer not null references ssl_order,
  record_name text not null,
  value text not null,
  primary key (ssl_order_id, record_name, value)
);
