create index registry_transaction_of_operation on registry_transaction (operation_id, prepared_at);
