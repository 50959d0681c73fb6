-- One movement of money: its entries sum to zero.
create table ledger_transaction (
  id bigint generated always as identity primary key,
  reseller_id integer not null references ledger_account,
  kind text not null,
  -- reserve, capture and release belong to an order
  order_id uuid references reservation,
  -- an operator's movement happens once under its key
  key text,
  note text not null default '',
  moved_at timestamptz not null,
  unique (id, reseller_id),
  constraint known_kind check (kind in ('top-up', 'correction', 'reserve', 'capture', 'release')),
  constraint order_of_a_reservation check ((order_id is not null) = (kind in ('reserve', 'capture', 'release'))),
  constraint key_of_an_operator check ((key is not null) = (kind in ('top-up', 'correction')))
);
