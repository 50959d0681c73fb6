-- no transaction
-- The entries of the former audit log become the first ones of the trails, without the names of people and companies.
-- A repeated run skips moved rows.
do $$
declare
  done bigint := 0;
  last bigint;
begin
  loop
    select max(id) into last from (select id from audit_log where id > done order by id limit 10000) as batch;
    exit when last is null;
    insert into audit_arrival (event_id, payload)
    select md5('audit_log ' || id)::uuid, json_build_object(
      'at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'resellerId', reseller_id, 'event', operation, 'subject', subject,
      'actor', json_build_object('contactId', actor_contact_id, 'keyId', null, 'name', actor_username,
        'address', client_address),
      'request', correlation_id, 'changes', changes
        || case when changes ? 'username' then '{"username": null}' else '{}'::jsonb end
        || case when changes ? 'company' then '{"company": null}' else '{}'::jsonb end)::text
    from audit_log where id > done and id <= last order by id
    on conflict do nothing;
    commit;
    done := last;
  end loop;
end $$;
