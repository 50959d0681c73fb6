create index operation_behind on operation (after) where state = 'queued' and after is not null;
