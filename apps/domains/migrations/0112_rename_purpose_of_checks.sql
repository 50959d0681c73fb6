-- no transaction
-- Renames the purpose of older checks by EPP info, 1,000 operations at a time. A repeated run skips finished rows.
do $$
declare
  done uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  loop
    select operation_id into last
    from (select operation_id from registry_operation where operation_id > done order by operation_id limit 1000) as batch
    order by operation_id desc limit 1;
    exit when last is null;
    update registry_operation set purpose = 'info'
    where operation_id > done and operation_id <= last and purpose = 'look';
    commit;
    done := last;
  end loop;
end $$;
