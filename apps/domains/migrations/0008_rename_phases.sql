-- no transaction
-- Renames phases to the words of RFC 5731 and RFC 3915, 1,000 domains at a time: triggers count each domain anew. A
-- repeated run skips finished rows.
do $$
declare
  done integer := 0;
  last integer;
begin
  loop
    select max(id) into last from (select id from domain where id > done order by id limit 1000) as batch;
    exit when last is null;
    update domain set phase = case phase
      when 'active.leaving' then 'active.pendingTransfer'
      when 'quarantine.hard' then 'redemption'
      when 'dying' then 'pendingDelete'
      when 'gone' then 'purged'
      else 'transferredAway' end
    where id > done and id <= last
      and phase in ('active.leaving', 'quarantine.hard', 'dying', 'gone', 'left');
    commit;
    done := last;
  end loop;
end $$;
