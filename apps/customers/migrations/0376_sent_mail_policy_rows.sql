-- no transaction
-- Fills the policy of older mails to registrants, 10,000 at a time. Copies to administrators have the number of the contact in
-- their Message-ID. A repeated run skips finished rows.
do $$
declare
  done bigint := 0;
  last bigint;
begin
  loop
    select max(id) into last from (select id from sent_mail where id > done order by id limit 10000) as batch;
    exit when last is null;
    update sent_mail set policy = case type when 'data-reminder' then 'data-reminder' else 'transfer' end
    where id > done and id <= last and policy is null and message_id not like '%-contacts-%' and type in (
      'data-reminder', 'transfer-out-requested', 'transfer-out-completed', 'auth-code-disclosed',
      'transfer-authorization');
    commit;
    done := last;
  end loop;
end $$;
