-- Every message taken and what was answered; secrets are masked before they get here.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  session uuid not null,
  registrar text,
  command text,
  objects text[] not null,
  cltrid text,
  svtrid text not null unique,
  code integer,
  fault text,
  request text,
  response text
);
create sequence server_transaction;
create index audit_cltrid on audit (cltrid);
create index audit_objects on audit using gin (objects);
