-- Events that are not part of a chain yet. One process at a time moves them to audit_entry.
create table audit_arrival (
  id bigint generated always as identity primary key,
  -- id of the message: a message that is delivered twice is one event
  event_id uuid not null,
  -- the payload of audit.record-event
  payload text not null
);
create unique index audit_arrival_event_id on audit_arrival (event_id);
