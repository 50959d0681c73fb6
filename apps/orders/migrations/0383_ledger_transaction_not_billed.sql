-- no transaction
-- ledger_transaction_shown has taken its place.
drop index concurrently ledger_transaction_billed;
