-- What was bought for an order; the key is that of the reservation.
create table ssl_purchase (
  order_id uuid primary key,
  ssl_order_id integer not null references ssl_order,
  action text not null,
  placed_at timestamptz not null,
  captured_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  constraint known_action_of_ssl_purchase check (action in ('create', 'renew')),
  constraint captured_or_released check (captured_at is null or released_at is null),
  constraint refund_of_a_capture check (refunded_at is null or captured_at is not null)
);
