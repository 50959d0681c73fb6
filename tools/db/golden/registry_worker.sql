-- The schema registry_worker, printed from a migrated database.

create table registry_worker.added_account (
  account text not null,
  settings jsonb not null,
  added_at timestamp with time zone not null,
  constraint added_account_pkey PRIMARY KEY (account)
);

create table registry_worker.alarm (
  account text not null,
  kind text not null,
  text text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  times integer not null,
  constraint alarm_pkey PRIMARY KEY (account, kind)
);

create table registry_worker.assigned_contact (
  account text not null,
  key text not null,
  id text not null,
  constraint assigned_contact_pkey PRIMARY KEY (account, key)
);

create table registry_worker.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table registry_worker.domain_term (
  account text not null,
  object text not null,
  ends_at timestamp with time zone not null,
  constraint domain_term_pkey PRIMARY KEY (account, object)
);

create table registry_worker.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table registry_worker.extension (
  number bigint not null,
  suffix text not null,
  effective_from timestamp with time zone not null,
  record json not null,
  constraint extension_pkey PRIMARY KEY (number)
);

create table registry_worker.idempotency (
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

create table registry_worker.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table registry_worker.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of registry_worker.inbox default;

create table registry_worker.kept_host (
  account text not null,
  name text not null,
  constraint kept_host_pkey PRIMARY KEY (account, name)
);

create table registry_worker.lifted_status (
  operation_id uuid not null,
  status text not null,
  constraint lifted_status_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES registry_worker.operation(id),
  constraint lifted_status_pkey PRIMARY KEY (operation_id, status)
);

create table registry_worker.maintenance (
  account text not null,
  id text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  reason text not null,
  impact text not null,
  tlds text[] not null,
  changed_at timestamp with time zone not null,
  constraint maintenance_pkey PRIMARY KEY (account, id)
);

create table registry_worker.operation (
  id uuid not null,
  seq bigint default nextval('registry_worker.operation_seq_seq'::regclass) not null,
  reseller_id integer not null,
  kind text not null,
  account text not null,
  object text not null,
  intent jsonb not null,
  state text not null,
  run_at timestamp with time zone not null,
  worker integer,
  attempts integer not null,
  absences integer not null,
  reason jsonb,
  correlation_id text not null,
  submitted_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  pending_at timestamp with time zone,
  pending_result boolean,
  view jsonb,
  is_woken boolean default false not null,
  after uuid,
  fail_reason text,
  passed text[],
  announced_at timestamp with time zone,
  trace text,
  is_routine boolean default false not null,
  constraint operation_pkey PRIMARY KEY (id)
);

create table registry_worker.outbox (
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

create table registry_worker.poll_message (
  account text not null,
  message_id text not null,
  about text not null,
  object text,
  operation_id uuid,
  text text not null,
  frame text not null,
  queued_at timestamp with time zone,
  received_at timestamp with time zone not null,
  constraint poll_message_pkey PRIMARY KEY (account, message_id)
);

create table registry_worker.rate_bucket (
  account text not null,
  name text not null,
  drawn_until timestamp with time zone not null,
  constraint rate_bucket_pkey PRIMARY KEY (account, name)
);

create table registry_worker.registry_account (
  account text not null,
  closed_at timestamp with time zone,
  closed_reason text,
  crowded_until timestamp with time zone,
  crowded_times integer default 0 not null,
  unpaid_until timestamp with time zone,
  password_mark text,
  is_password_in_doubt boolean default false not null,
  is_suspended boolean default false not null,
  refused_mark text,
  clock_ahead_ms bigint,
  clock_seen_at timestamp with time zone,
  balance text,
  credit_limit text,
  balance_currency text,
  balance_seen_at timestamp with time zone,
  idempotent_at_address text,
  poll_paused_until timestamp with time zone,
  unreachable_since timestamp with time zone,
  constraint registry_account_pkey PRIMARY KEY (account)
);

create table registry_worker.registry_transaction (
  cltrid text not null,
  operation_id uuid not null,
  command text not null,
  object text not null,
  state text not null,
  prepared_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  answered_at timestamp with time zone,
  svtrid text,
  code integer,
  frame text,
  answer text,
  constraint registry_transaction_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES registry_worker.operation(id),
  constraint registry_transaction_pkey PRIMARY KEY (cltrid)
);

create table registry_worker.sandbox_clock (
  is_the_row boolean default true not null,
  ahead_ms bigint not null,
  constraint sandbox_clock_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint sandbox_clock_is_the_row_check CHECK (is_the_row),
  constraint sandbox_clock_pkey PRIMARY KEY (is_the_row)
);

create table registry_worker.sandbox_extension (
  suffix text not null,
  rules jsonb not null,
  constraint sandbox_extension_pkey PRIMARY KEY (suffix)
);

create table registry_worker.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table registry_worker.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table registry_worker.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of registry_worker.sent default;

create table registry_worker.sponsored_domain (
  name text not null,
  account text not null,
  constraint sponsored_domain_pkey PRIMARY KEY (name)
);

create table registry_worker.timer (
  domain_id integer not null,
  kind text not null,
  due_at timestamp with time zone not null,
  version integer not null,
  constraint timer_pkey PRIMARY KEY (domain_id, kind)
);

create table registry_worker.timer_setting (
  domain_id integer not null,
  reseller_id integer not null,
  version integer not null,
  set_at timestamp with time zone default now() not null,
  constraint timer_setting_pkey PRIMARY KEY (domain_id)
);

create table registry_worker.worker_lease (
  key text not null,
  worker integer not null,
  held_until timestamp with time zone not null,
  constraint worker_lease_pkey PRIMARY KEY (key)
);

CREATE OR REPLACE FUNCTION registry_worker.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('registry_changed', tg_table_name);
  return null;
end $function$
;

create sequence registry_worker.registry_transaction_number start 1;

CREATE TRIGGER added_account_changed AFTER INSERT OR DELETE OR UPDATE ON registry_worker.added_account FOR EACH STATEMENT EXECUTE FUNCTION registry_worker.notify_change();

CREATE INDEX assigned_contact_id ON registry_worker.assigned_contact USING btree (account, id);

CREATE INDEX event_chains_by_time ON registry_worker.event_chains USING btree (recorded_at);

CREATE TRIGGER extension_changed AFTER INSERT ON registry_worker.extension FOR EACH STATEMENT EXECUTE FUNCTION registry_worker.notify_change();

CREATE INDEX idempotency_created_at ON registry_worker.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY registry_worker.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON registry_worker.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON registry_worker.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX maintenance_end ON registry_worker.maintenance USING btree (end_at);

CREATE INDEX operation_behind ON registry_worker.operation USING btree (after) WHERE ((state = 'queued'::text) AND (after IS NOT NULL));

CREATE INDEX operation_ended ON registry_worker.operation USING btree (settled_at) WHERE (settled_at IS NOT NULL);

CREATE INDEX operation_executing ON registry_worker.operation USING btree (worker) WHERE (state = 'executing'::text);

CREATE INDEX operation_of_object ON registry_worker.operation USING btree (object, reseller_id, submitted_at);

CREATE INDEX operation_request ON registry_worker.operation USING btree (correlation_id);

CREATE INDEX operation_runnable_of_account ON registry_worker.operation USING btree (account, run_at, seq) WHERE (state = ANY (ARRAY['queued'::text, 'waiting'::text, 'unknown'::text]));

CREATE INDEX operation_unannounced ON registry_worker.operation USING btree (run_at, seq) WHERE ((state = ANY (ARRAY['queued'::text, 'waiting'::text, 'unknown'::text])) AND (announced_at IS NULL));

CREATE INDEX operation_unsettled_of_object ON registry_worker.operation USING btree (account, object, seq) WHERE (state <> ALL (ARRAY['done'::text, 'refused'::text, 'failed'::text]));

CREATE UNIQUE INDEX one_executing_operation_per_object ON registry_worker.operation USING btree (account, object) WHERE (state = 'executing'::text);

CREATE INDEX poll_message_of_object ON registry_worker.poll_message USING btree (object, received_at);

CREATE INDEX poll_message_received ON registry_worker.poll_message USING btree (received_at);

CREATE TRIGGER registry_account_inserted AFTER INSERT ON registry_worker.registry_account FOR EACH ROW WHEN ((new.closed_at IS NOT NULL)) EXECUTE FUNCTION registry_worker.notify_change();

CREATE TRIGGER registry_account_updated AFTER UPDATE ON registry_worker.registry_account FOR EACH ROW WHEN (((old.closed_at IS DISTINCT FROM new.closed_at) OR (old.closed_reason IS DISTINCT FROM new.closed_reason))) EXECUTE FUNCTION registry_worker.notify_change();

CREATE INDEX registry_transaction_of_operation ON registry_worker.registry_transaction USING btree (operation_id, prepared_at);

CREATE INDEX sent_at ON ONLY registry_worker.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY registry_worker.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON registry_worker.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON registry_worker.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON registry_worker.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX timer_due ON registry_worker.timer USING btree (due_at);

CREATE INDEX timer_setting_by_time ON registry_worker.timer_setting USING btree (set_at);

create sequence registry_worker.worker_number start 1;
