create index operation_executing on operation (worker) where state = 'executing';
