create index poll_message_of_object on poll_message (object, received_at);
