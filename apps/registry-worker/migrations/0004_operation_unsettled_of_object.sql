create index operation_unsettled_of_object on operation (account, object, seq)
  where state not in ('done', 'refused', 'failed');
