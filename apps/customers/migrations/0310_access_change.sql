-- Accounts of which a credential, rights or settings have changed: gateways forget what they were told about them.
create table access_change (
  id bigint generated always as identity primary key,
  -- The transaction of the change. A reader asks for those that had not ended when it read last, because transactions do
  -- not end in the order of their numbers.
  transaction xid8 not null default pg_current_xact_id(),
  reseller_id integer not null,
  -- gateways have read it long before
  forget_at timestamptz not null default clock_timestamp() + interval '1 hour'
);
create index access_change_transaction on access_change (transaction);
-- Finds outdated rows.
create index access_change_forget_at on access_change (forget_at);

create function note_access_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'reseller' then
    insert into access_change (reseller_id) values (new.id);
  elsif tg_table_name = 'contact' then
    insert into access_change (reseller_id) values (old.reseller_id);
  else
    insert into access_change (reseller_id) select reseller_id from contact where id = old.contact_id;
  end if;
  return null;
end $$;
