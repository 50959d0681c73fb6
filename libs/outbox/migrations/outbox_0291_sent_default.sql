-- Published messages whose identifier is in no day that has a partition.
create table sent_default partition of sent default;
-- For the deletion of old rows.
create index sent_default_by_time on sent_default (sent_at);
