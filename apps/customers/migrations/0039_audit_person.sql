-- Personal data of an entry. A row can be deleted: the entry has only the digest of salt and value, which then says nothing.
create table audit_person (
  account integer not null,
  seq bigint not null,
  -- name or address
  field text not null,
  salt bytea not null,
  value text not null,
  recorded_at timestamptz not null,
  constraint audit_person_pkey primary key (account, seq, field)
);
create index audit_person_recorded_at on audit_person (recorded_at);
