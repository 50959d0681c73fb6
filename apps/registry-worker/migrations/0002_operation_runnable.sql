create index operation_runnable on operation (run_at) where state in ('queued', 'waiting', 'unknown');
