-- no transaction
-- Rows outside of the first partition move to the default one. There are some only if a message had an identifier that is
-- not of UUID version 7.
do $$
declare
  bound uuid = (select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') from pg_constraint
    where conrelid = 'inbox'::regclass and conname = 'inbox_first_bound')::uuid;
  moved bigint;
begin
  loop
    with outside as (
      delete from inbox where (message_id, consumer) in (
        select message_id, consumer from inbox where message_id >= bound order by message_id, consumer limit 1000)
      returning *)
    insert into inbox_default select * from outside;
    get diagnostics moved = row_count;
    commit;
    exit when moved = 0;
  end loop;
end $$;
