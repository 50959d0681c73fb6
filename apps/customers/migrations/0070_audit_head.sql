-- The last signed head of each account. All heads are in files outside the database (AUDIT_FOLDER).
create table audit_head (
  account integer primary key,
  seq bigint not null,
  -- the line of JSON with the signed head
  line text not null,
  signed_at timestamptz not null
);
