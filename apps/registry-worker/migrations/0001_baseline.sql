-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- Operations to carry out at registries, in the order of submission. The row is the truth; the broker only transports
-- it.
create table operation (
  id uuid primary key,
  -- order of submission: operations on one object are executed in this order
  seq bigserial,
  reseller_id integer not null,
  kind text not null,
  -- registrar account at the registry
  account text not null,
  -- name of the registry object
  object text not null,
  intent jsonb not null,
  -- queued, executing, waiting (pending at the registry), unknown (sent, not answered), done, refused, failed
  state text not null,
  run_at timestamptz not null,
  -- number of the worker that executes it; the worker holds a lock on its number while it runs
  worker integer,
  attempts integer not null,
  -- how often in a row the registry answered that the object of a lost command does not exist
  absences integer not null,
  -- why it ended with this state, or why it waits
  reason jsonb,
  correlation_id text not null,
  submitted_at timestamptz not null,
  settled_at timestamptz,
  -- when the registry answered "action pending" (1001)
  pending_at timestamptz,
  -- the result of the pending action, as the registry reported it
  pending_result boolean,
  -- the object as the registry showed it last
  view jsonb,
  -- a message of the registry arrived for it during execution: it is checked again at once
  is_woken boolean not null default false,
  -- the previous operation of the same domain if it had not ended: this one may arrive first
  after uuid
);
create unique index one_executing_operation_per_object on operation (account, object) where state = 'executing';
create index operation_unsettled_of_object on operation (account, object, seq)
  where state not in ('done', 'refused', 'failed');
create index operation_executing on operation (worker) where state = 'executing';
create index operation_runnable_of_account on operation (account, run_at, seq)
  where state in ('queued', 'waiting', 'unknown');
create index operation_of_object on operation (object, reseller_id, submitted_at);
create index operation_behind on operation (after) where state = 'queued' and after is not null;

-- Numbers that make client transaction identifiers unique for ever.
create sequence registry_transaction_number;

-- Numbers of worker processes. A running worker holds the advisory lock of its number.
create sequence worker_number as integer cycle;

-- Journal of the commands that change something at a registry. A row is committed before the first byte is sent, so a
-- lost response is always known to be lost. Secrets in frames are masked.
create table registry_transaction (
  -- never reused: a registry may refuse a client transaction identifier that it has seen
  cltrid text primary key,
  operation_id uuid not null references operation,
  -- object and verb, such as domain:create
  command text not null,
  object text not null,
  -- prepared, sent, answered, unknown, reconciled
  state text not null,
  prepared_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  svtrid text,
  code integer,
  frame text,
  answer text
);
create index registry_transaction_of_operation on registry_transaction (operation_id, prepared_at);

-- The version of each domain at which its timers were last set. The row stays when no timer is left: an older message
-- that arrives late finds it and is ignored.
create table timer_setting (
  domain_id integer primary key,
  reseller_id integer not null,
  version integer not null
);

-- Timers of domains. A row is deleted when its timer has fired.
create table timer (
  domain_id integer not null,
  -- a name of the domains service
  kind text not null,
  due_at timestamptz not null,
  -- the domain's version when the timer was set
  version integer not null,
  primary key (domain_id, kind)
);
create index timer_due on timer (due_at);

-- What all workers must know about an account at a registry. An account in normal operation has no row.
create table registry_account (
  account text primary key,
  -- since when nothing is sent until an operator resumes the account: the registry refused the login
  closed_at timestamptz,
  closed_reason text,
  -- no new session before this instant: the registry had too many, or failed to open one
  crowded_until timestamptz,
  -- how often in a row
  crowded_times integer not null default 0,
  -- no paid command before this instant: the balance at the registry is used up
  unpaid_until timestamptz,
  -- identifies the current password without revealing it; null until the first rotation
  password_mark text,
  -- a login that changes the password was sent, and its response was lost
  is_password_in_doubt boolean not null default false
);

-- How far the commands of an account fill a rate limit of its registry, counted for all workers together.
create table rate_bucket (
  account text not null,
  -- which of the account's limits
  name text not null,
  -- when the bucket is empty again, by the machine's clock
  drawn_until timestamptz not null,
  primary key (account, name)
);

-- What an operator must check, once per kind and account, until an operator resumes the account.
create table alarm (
  account text not null,
  kind text not null,
  text text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null,
  primary key (account, kind)
);

-- Client statuses that an operation removed because they prevent it. They are set again when it ends.
create table lifted_status (
  operation_id uuid not null references operation,
  status text not null,
  primary key (operation_id, status)
);

-- Messages from the queues of registry accounts, stored before they are acknowledged: the registry then deletes them.
create table poll_message (
  account text not null,
  -- the registry's number, unique within the account
  message_id text not null,
  -- transfer, pending-action, grace-period, change, balance, other
  about text not null,
  -- name or identifier of the object, if the message has one
  object text,
  -- our operation that the message is about
  operation_id uuid,
  text text not null,
  frame text not null,
  queued_at timestamptz,
  received_at timestamptz not null,
  primary key (account, message_id)
);
create index poll_message_of_object on poll_message (object, received_at);

-- How far the platform's clock is ahead of the machine's clock: one row, only in an installation with the sandbox
-- clock.
create table sandbox_clock (
  is_the_row boolean primary key default true check (is_the_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
