create unique index one_reserve_per_order on ledger_transaction (order_id) where kind = 'reserve';
