-- An entry can be deleted if its month is archived, and otherwise not.
create function refuse_loss_of_audit_entries() returns trigger language plpgsql as
$$ begin
  if exists (
    select from gone where not exists (
      select from audit_archive a
      where a.account = gone.account and gone.seq between a.first_seq and a.last_seq))
  then raise exception 'the audit trail is append-only'; end if;
  return null;
end $$;
create or replace trigger audit_entry_is_append_only before update or truncate on audit_entry
  for each statement execute function refuse_change_of_audit_trail();
create trigger audit_entry_is_archived after delete on audit_entry referencing old table as gone
  for each statement execute function refuse_loss_of_audit_entries();
