-- What was captured for an order can be given back.
alter table ledger_transaction
  drop constraint known_kind,
  drop constraint order_of_a_reservation,
  add constraint known_kind check (kind in ('top-up', 'correction', 'reserve', 'capture', 'release', 'refund')),
  add constraint order_of_a_reservation
    check ((order_id is not null) = (kind in ('reserve', 'capture', 'release', 'refund')));
