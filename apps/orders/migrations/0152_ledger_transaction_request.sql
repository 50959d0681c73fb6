-- The request that reserved the money, or that made a top-up or correction. Null for what settles an order.
alter table ledger_transaction add column request text;
