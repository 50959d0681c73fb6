-- Why a zone is not published, and which of its records the name servers refuse.
alter table zone
  -- the servers that a publication waits for: array of {server, problem, serial, since}; null while it waits for none
  add column waits jsonb,
  -- RRsets that the publisher refused while it accepted the rest: array of {record, reason}; null if it accepted all
  add column unpublished jsonb,
  -- how often in a row the publisher closed the connection or did not answer; such a zone is published by itself
  add column breaks integer not null default 0;
