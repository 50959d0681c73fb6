-- no transaction
-- Removes auth codes and contact data from settled operations, 1,000 rows at a time. A repeated run skips finished rows.
do $$
declare
  done integer;
begin
  loop
    update operation set view = view - 'authInfo',
      intent = intent - array['authInfo', 'allocationToken', 'registrant', 'contacts', 'desired']
    where id in (
      select id from operation
      where state in ('done', 'refused', 'failed')
        and (view ? 'authInfo'
          or intent ?| array['authInfo', 'allocationToken', 'registrant', 'contacts', 'desired'])
      limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
end $$;
