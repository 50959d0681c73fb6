-- Months of trails whose entries are in files (AUDIT_FOLDER/archive), with the hashes that join them to the rest of the
-- chain.
create table audit_archive (
  account integer not null,
  -- the first day, UTC
  month date not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- hash before the first entry
  first_hash bytea not null,
  -- hash of the last entry
  last_hash bytea not null,
  entries integer not null,
  constraint audit_archive_pkey primary key (account, month)
);
create trigger audit_archive_is_append_only before update or delete or truncate on audit_archive
  for each statement execute function refuse_change_of_audit_trail();
