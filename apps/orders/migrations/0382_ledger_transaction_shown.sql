-- no transaction
-- What resellers see on their list of transactions.
create index concurrently ledger_transaction_shown on ledger_transaction (reseller_id, moved_at, id)
  where kind in ('capture', 'refund', 'top-up', 'correction');
