-- no transaction
-- Finds whether a partition has a young row. Rows arrive in the order of this column, so a few bytes for each 128 pages
-- are enough.
create index concurrently if not exists inbox_first_taken_at on inbox using brin (taken_at) with (autosummarize = on);
