-- no transaction
-- Finds the money of a request.
create index concurrently if not exists ledger_transaction_by_request on ledger_transaction (request)
  where request is not null;
