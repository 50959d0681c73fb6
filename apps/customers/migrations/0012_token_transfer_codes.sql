-- no transaction
-- Tokens with read, write and purchase gain the new right transfer-codes, 10,000 at a time, so that existing clients notice
-- nothing. A repeated run skips finished rows.
do $$
declare
  done integer;
begin
  loop
    update token set scope = scope || '{transfer-codes}'::text[] where hash in (
      select hash from token
      where scope @> '{read,write,purchase}' and not scope @> '{transfer-codes}' limit 10000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
end $$;
