-- contract: the table keeps its name, columns and key, so code of the last release works on it
-- Messages that were consumed: a message that is delivered twice acts once. The key begins with a time, so each month is a
-- partition. The sweep of old rows makes those of the next months, and drops those that are over.
alter table inbox rename to inbox_first;
alter table inbox_first rename constraint inbox_pkey to inbox_first_pkey;
create table inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamptz not null,
  primary key (message_id, consumer)
) partition by range (message_id);
create index inbox_taken_at on inbox using brin (taken_at) with (autosummarize = on);
do $$
declare
  bound text = (select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') from pg_constraint
    where conrelid = 'inbox_first'::regclass and conname = 'inbox_first_bound');
begin
  execute format('alter table inbox attach partition inbox_first for values from (minvalue) to (%L)', bound);
end $$;
alter table inbox attach partition inbox_default default;
