-- no transaction
create unique index concurrently one_refund_per_order on ledger_transaction (order_id) where kind = 'refund';
