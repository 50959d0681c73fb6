-- Credit set aside for orders; the key is the order's own id.
create table reservation (
  order_id uuid primary key,
  reseller_id integer not null,
  -- the service that placed the order
  owner text not null,
  -- open: the owner has not said that the order was placed; confirmed: it has
  state text not null,
  object_type text not null,
  action text not null,
  subject text not null,
  quantity integer not null,
  currency text not null,
  -- minor units
  amount bigint not null,
  discount bigint not null,
  product_currency text not null,
  product_amount bigint not null,
  -- nothing for an order that was released before anything was reserved
  reserved_at timestamptz,
  confirmed_at timestamptz,
  settled_at timestamptz,
  constraint known_state check (state in ('open', 'confirmed', 'captured', 'released')),
  constraint settled_at_its_end check ((settled_at is not null) = (state in ('captured', 'released'))),
  constraint reserved_unless_refused check (reserved_at is not null or (state = 'released' and amount = 0)),
  constraint amount_not_negative check (amount >= 0 and discount >= 0 and product_amount >= 0)
);
