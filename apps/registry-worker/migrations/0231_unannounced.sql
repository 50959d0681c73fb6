-- no transaction
-- Finds operations that are due and not announced.
create index concurrently if not exists operation_unannounced on operation (run_at, seq)
  where state in ('queued', 'waiting', 'unknown') and announced_at is null;
