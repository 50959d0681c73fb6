-- What has moved for an order: looked up whenever its reservation changes.
create index ledger_transaction_of_order on ledger_transaction (order_id) where order_id is not null;
