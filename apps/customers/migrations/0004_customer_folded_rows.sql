-- no transaction
-- Fills the texts of older rows, 10,000 at a time; the trigger adds the full name. A repeated run skips finished rows.
do $$
declare
  done integer := 0;
  last integer;
begin
  loop
    select max(id) into last from (select id from customer where id > done order by id limit 10000) as batch;
    exit when last is null;
    update customer set prefix_folded = lower(prefix), initials_folded = lower(initials)
    where id > done and id <= last and (prefix_folded is null or initials_folded is null);
    commit;
    done := last;
  end loop;
end $$;
