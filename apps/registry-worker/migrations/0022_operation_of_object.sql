create index operation_of_object on operation (object, reseller_id, submitted_at);
