-- The addresses to which the events of an account are sent.
create table webhook (
  id integer generated always as identity primary key,
  account integer not null,
  url text not null,
  -- types of events that it gets, such as domain.renewed or domain.*; empty for all
  types text[] not null,
  description text not null,
  -- with whose rights it reads: a contact, or one of its API keys, and the rights of the login that was used
  contact_id integer not null,
  key_id integer,
  username text not null,
  scope text[] not null,
  status text not null check (status in ('active', 'paused', 'ended')),
  -- why the platform has changed the status; empty if it has not
  status_reason text not null default '',
  status_at timestamptz not null,
  -- number of the last event of the log that was taken for delivery, or was not for it
  position bigint not null,
  -- what signs, encrypted
  secret bytea not null,
  secret_id text not null,
  secret_rotated_at timestamptz,
  -- the secret before, which signs too until then
  former_secret bytea,
  former_secret_id text,
  former_secret_until timestamptz,
  last_accepted_at timestamptz,
  -- since when nothing was accepted although something was sent
  failing_since timestamptz,
  created_at timestamptz not null
);
create index webhook_by_account on webhook (account);
