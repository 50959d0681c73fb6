-- no transaction
-- Renames the phases and events of older violations, 1,000 at a time. A repeated run skips finished rows.
do $$
declare
  done bigint := 0;
  last bigint;
begin
  loop
    select max(id) into last from (select id from lifecycle_violation where id > done order by id limit 1000) as batch;
    exit when last is null;
    update lifecycle_violation set
      phase = case phase
        when 'active.leaving' then 'active.pendingTransfer'
        when 'quarantine.hard' then 'redemption'
        when 'dying' then 'pendingDelete'
        when 'gone' then 'purged'
        when 'left' then 'transferredAway'
        else phase end,
      event = case event
        when 'look.leaving' then 'info.pendingTransfer'
        when 'look.dying' then 'info.pendingDelete'
        else replace(event, 'look.', 'info.') end
    where id > done and id <= last and (
      phase in ('active.leaving', 'quarantine.hard', 'dying', 'gone', 'left') or event like 'look.%');
    commit;
    done := last;
  end loop;
end $$;
