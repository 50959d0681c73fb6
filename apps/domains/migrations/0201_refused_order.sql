-- Orders that were promised never to be placed: their reservations have been released.
create table refused_order (
  order_id uuid primary key,
  refused_at timestamptz not null
);
