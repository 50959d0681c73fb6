-- An order is captured or released, never both, never twice.
create unique index one_settlement_per_order on ledger_transaction (order_id) where kind in ('capture', 'release');
