-- What resellers see on their list of transactions.
create index ledger_transaction_billed on ledger_transaction (reseller_id, moved_at, id)
  where kind in ('capture', 'top-up', 'correction');
