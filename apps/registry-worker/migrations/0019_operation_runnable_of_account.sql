create index operation_runnable_of_account on operation (account, run_at, seq)
  where state in ('queued', 'waiting', 'unknown');
