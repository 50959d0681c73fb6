create unique index one_executing_operation_per_object on operation (account, object) where state = 'executing';
