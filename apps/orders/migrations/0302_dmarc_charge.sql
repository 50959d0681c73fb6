-- What was charged for orders of e-mail DMARC. The key is that of the reservation.
create table dmarc_charge (
  order_id uuid primary key,
  dmarc_order_id integer not null references dmarc_order,
  -- create: number counts the rounds of the order; renew: the periods behind the first one
  action text not null,
  number integer not null,
  placed_at timestamptz not null,
  constraint known_action check (action in ('create', 'renew')),
  -- nothing is charged twice
  unique (dmarc_order_id, action, number)
);
