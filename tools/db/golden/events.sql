-- The schema events, printed from a migrated database.

create table events.account_event (
  account integer not null,
  sequence bigint not null,
  id uuid not null,
  recorded_at timestamp with time zone not null,
  type text not null,
  version integer not null,
  object text not null,
  domain text,
  zone text,
  happened_at timestamp with time zone not null,
  request text not null,
  state text not null,
  constraint account_event_pkey PRIMARY KEY (account, sequence)
);

create table events.account_log (
  account integer not null,
  last_sequence bigint not null,
  last_at timestamp with time zone not null,
  constraint account_log_pkey PRIMARY KEY (account)
);

create table events.arrival (
  place bigint generated always as identity not null,
  id uuid not null,
  account integer not null,
  type text not null,
  version integer not null,
  object text not null,
  domain text,
  zone text,
  happened_at timestamp with time zone not null,
  request text not null,
  state text not null,
  previous uuid,
  previous_at timestamp with time zone,
  arrived_at timestamp with time zone not null,
  is_held boolean default false not null,
  constraint arrival_pkey PRIMARY KEY (id)
);

create table events.broadcast (
  id uuid not null,
  place bigint generated always as identity not null,
  type text not null,
  version integer not null,
  object text not null,
  happened_at timestamp with time zone not null,
  request text not null,
  state text not null,
  accounts integer[],
  previous uuid,
  previous_at timestamp with time zone,
  arrived_at timestamp with time zone not null,
  told_up_to integer default 0 not null,
  ended_at timestamp with time zone,
  constraint broadcast_pkey PRIMARY KEY (id)
);

create table events.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table events.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table events.event_consumer (
  account integer not null,
  name text not null,
  "position" bigint not null,
  types text[],
  object text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint event_consumer_pkey PRIMARY KEY (account, name)
);

create table events.idempotency (
  reseller_id integer not null,
  key text not null,
  request text not null,
  correlation_id text not null,
  placed text,
  answer text,
  created_at timestamp with time zone not null,
  running_until timestamp with time zone,
  constraint idempotency_pkey PRIMARY KEY (reseller_id, key)
);

create table events.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table events.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of events.inbox default;

create table events.notice (
  account integer not null,
  sequence bigint not null,
  type text not null,
  read_by integer[] default '{}'::integer[] not null,
  constraint notice_pkey PRIMARY KEY (account, sequence)
);

create table events.outbox (
  id bigint generated always as identity not null,
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  trace text,
  constraint outbox_pkey PRIMARY KEY (id)
);

create table events.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table events.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table events.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of events.sent default;

create table events.webhook (
  id integer generated always as identity not null,
  account integer not null,
  url text not null,
  types text[] not null,
  description text not null,
  contact_id integer not null,
  key_id integer,
  username text not null,
  scope text[] not null,
  status text not null,
  status_reason text default ''::text not null,
  status_at timestamp with time zone not null,
  "position" bigint not null,
  secret bytea not null,
  secret_id text not null,
  secret_rotated_at timestamp with time zone,
  former_secret bytea,
  former_secret_id text,
  former_secret_until timestamp with time zone,
  last_accepted_at timestamp with time zone,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  form text default 'standard'::text not null,
  bearer bytea,
  bearer_id text,
  constraint webhook_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  constraint webhook_pkey PRIMARY KEY (id)
);

create table events.webhook_attempt (
  delivery bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  url text not null,
  status integer,
  answer text not null,
  problem text not null,
  duration_ms integer not null,
  constraint webhook_attempt_pkey PRIMARY KEY (delivery, number)
);

create table events.webhook_delivery (
  id bigint generated always as identity not null,
  webhook integer not null,
  account integer not null,
  event uuid not null,
  sequence bigint,
  type text not null,
  object text not null,
  body text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  attempts integer default 0 not null,
  give_up_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  is_accepted boolean,
  reason text default ''::text not null,
  attempts_before integer default 0 not null,
  constraint webhook_delivery_pkey PRIMARY KEY (id)
);

CREATE INDEX account_event_by_age ON events.account_event USING btree (recorded_at, account, sequence);

CREATE INDEX account_event_by_object ON events.account_event USING btree (account, object, sequence);

CREATE UNIQUE INDEX account_event_by_id ON events.account_event USING btree (id);

CREATE INDEX arrival_by_place ON events.arrival USING btree (place) WHERE (NOT is_held);

CREATE INDEX arrival_by_previous ON events.arrival USING btree (previous) WHERE is_held;

CREATE INDEX arrival_by_previous_time ON events.arrival USING btree (previous_at) WHERE is_held;

CREATE INDEX broadcast_by_end ON events.broadcast USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX broadcast_by_place ON events.broadcast USING btree (place) WHERE (ended_at IS NULL);

CREATE INDEX event_chains_by_time ON events.event_chains USING btree (recorded_at);

CREATE INDEX event_consumer_by_use ON events.event_consumer USING btree (used_at, account, name);

CREATE INDEX idempotency_created_at ON events.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY events.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON events.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON events.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX sent_at ON ONLY events.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY events.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON events.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON events.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON events.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX webhook_by_account ON events.webhook USING btree (account);

CREATE UNIQUE INDEX webhook_legacy ON events.webhook USING btree (account) WHERE (form = 'legacy'::text);

CREATE INDEX webhook_delivery_by_age ON events.webhook_delivery USING btree (settled_at, id) WHERE (settled_at IS NOT NULL);

CREATE INDEX webhook_delivery_by_due ON events.webhook_delivery USING btree (webhook, due_at) WHERE (settled_at IS NULL);

CREATE INDEX webhook_delivery_by_webhook ON events.webhook_delivery USING btree (webhook, id);

CREATE UNIQUE INDEX webhook_delivery_by_event ON events.webhook_delivery USING btree (webhook, sequence) WHERE (sequence IS NOT NULL);
