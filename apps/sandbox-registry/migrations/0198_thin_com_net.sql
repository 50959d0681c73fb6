-- no transaction
-- Takes the contacts off the domains of com and net, 1,000 domains at a time: the shipped rules of these TLDs have none.
-- Rules of an operator (a profile whose name begins with a dot) keep theirs. A repeated run skips finished rows.
do $$
declare
  taken integer;
begin
  loop
    with batch as (
      select d.name from domain as d join tld as t on t.name = d.tld
      where t.name in ('com', 'net') and t.profile not like '.%'
        and (d.registrant is not null or exists (select from domain_contact as c where c.domain = d.name))
      limit 1000),
    gone as (delete from domain_contact as c using batch where c.domain = batch.name)
    update domain as d set registrant = null from batch where d.name = batch.name;
    get diagnostics taken = row_count;
    commit;
    exit when taken = 0;
  end loop;
end $$;
