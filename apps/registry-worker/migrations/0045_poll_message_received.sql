-- no transaction
-- Finds old messages.
create index concurrently if not exists poll_message_received on poll_message (received_at);
