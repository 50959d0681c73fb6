-- Announces changed rows that every worker keeps a copy of, by the name of the table, on the channel registry_changed: workers
-- need not ask for them each second.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('registry_changed', tg_table_name);
  return null;
end $$;

create trigger added_account_changed after insert or update or delete on added_account
  for each statement execute function notify_change();

create trigger extension_changed after insert on extension
  for each statement execute function notify_change();

create trigger registry_account_inserted after insert on registry_account
  for each row when (new.closed_at is not null) execute function notify_change();

create trigger registry_account_updated after update on registry_account
  for each row when (old.closed_at is distinct from new.closed_at or old.closed_reason is distinct from new.closed_reason)
  execute function notify_change();
