-- Messages that wait for a registrar (RFC 5730 section 2.9.2.3).
create table poll_message (
  id bigint generated always as identity primary key,
  registrar text not null references registrar,
  at timestamptz not null,
  text text not null,
  res_data jsonb,
  extension jsonb
);
create index poll_message_registrar on poll_message (registrar, id);
