create index ledger_transaction_of_reseller on ledger_transaction (reseller_id, moved_at, id);
