-- Who changed what, and when. Rows are added and never touched again.
create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  -- the account whose object was changed
  reseller_id integer not null,
  -- the contact person who did it; null is the operator of the platform
  actor_contact_id integer,
  actor_username text,
  client_address text,
  correlation_id text not null,
  -- id of the operation in the contracts
  operation text not null,
  -- kind and number of what was changed: contact 10001
  subject text not null,
  -- by field: from and to where it is a right; personal data is named and not repeated
  changes jsonb not null
);

create function refuse_change_of_audit_log() returns trigger language plpgsql as
$$ begin raise exception 'the audit log is append-only'; end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
