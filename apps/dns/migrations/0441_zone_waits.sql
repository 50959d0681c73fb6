-- Why a zone is not published, and what of it name servers do not take.
alter table zone
  -- the servers that a publication waits for: array of {server, problem, serial, since}; null while none is waited for
  add column waits jsonb,
  -- RRsets that the publisher refused while it took the rest: array of {record, reason}; null where it took all
  add column unpublished jsonb,
  -- attempts in a row in which the publisher broke the connection or did not answer; such a zone is tried alone
  add column breaks integer not null default 0;
