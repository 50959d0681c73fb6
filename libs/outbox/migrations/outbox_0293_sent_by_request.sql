-- Finds the messages of a request. The index is built for new partitions only: those from before it are read as a whole,
-- and are dropped some days later.
create index sent_by_request on only sent (correlation_id);
