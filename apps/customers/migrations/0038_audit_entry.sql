-- The audit trail: what happened in each account, in the order of recording. Every entry has a hash over the entry before
-- it and its own text, so an entry that is changed or removed later breaks the chain. docs/security/audit-trail.md

-- One event. The text in body is what the hash covers; the other columns repeat it for searches.
create table audit_entry (
  id bigint generated always as identity primary key,
  account integer not null,
  -- 1, 2, 3 … without gaps within an account
  seq bigint not null,
  event_id uuid not null,
  recorded_at timestamptz not null,
  event text not null,
  subject text not null,
  contact_id integer,
  key_id integer,
  -- JSON; name and address of the actor only as salted digests
  body text not null,
  -- SHA-256 over the hash of the entry before it and the body
  hash bytea not null
);
create unique index audit_entry_seq on audit_entry (account, seq);
create unique index audit_entry_event_id on audit_entry (event_id);
create index audit_entry_recorded on audit_entry (account, recorded_at, seq);
create index audit_entry_event on audit_entry (account, event, seq);
create index audit_entry_subject on audit_entry (account, subject, seq);
create index audit_entry_contact on audit_entry (account, contact_id, seq) where contact_id is not null;
create index audit_entry_key on audit_entry (account, key_id, seq) where key_id is not null;

create function refuse_change_of_audit_trail() returns trigger language plpgsql as
$$ begin raise exception 'the audit trail is append-only'; end $$;
create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change_of_audit_trail();
