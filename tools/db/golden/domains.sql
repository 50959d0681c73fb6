-- The schema domains, printed from a migrated database.

create table domains.account_setting (
  reseller_id integer not null,
  is_auto_renewed boolean not null,
  version integer not null,
  constraint account_setting_pkey PRIMARY KEY (reseller_id)
);

create table domains.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table domains.domain (
  id integer default nextval('domains.domain_id_seq'::regclass) not null,
  reseller_id integer not null,
  name text collate "C" not null,
  label text collate "C" not null,
  extension text collate "C" not null,
  phase text not null,
  type text not null,
  period_years integer not null,
  autorenew text not null,
  owner_handle text not null,
  admin_handle text not null,
  tech_handle text not null,
  billing_handle text not null,
  reseller_handle text not null,
  ns_group text not null,
  name_servers jsonb not null,
  auth_code text not null,
  is_locked boolean not null,
  comments text not null,
  comments_changed_at timestamp with time zone,
  roid text,
  failure_code integer,
  failure_reason text,
  ordered_at timestamp with time zone not null,
  created_at timestamp with time zone,
  activated_at timestamp with time zone,
  registry_expires_at timestamp with time zone,
  expires_at timestamp with time zone,
  renews_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer not null,
  transfer_code text default ''::text not null,
  is_premium boolean default false not null,
  zone_keys jsonb default '[]'::jsonb not null,
  internal_auth_code text default ''::text not null,
  is_private boolean default false not null,
  is_suspended boolean default false not null,
  additional_data jsonb default '{}'::jsonb not null,
  registry_statuses jsonb default '[]'::jsonb not null,
  grace_statuses jsonb default '[]'::jsonb not null,
  scheduled_at timestamp with time zone,
  retry_at timestamp with time zone,
  transfer_locked_until timestamp with time zone,
  transfer_acts_at timestamp with time zone,
  soft_ends_at timestamp with time zone,
  hard_ends_at timestamp with time zone,
  removal_reason text,
  observed_at timestamp with time zone,
  looks_at timestamp with time zone,
  suspension_version integer default 0 not null,
  waits_for text,
  waits_since timestamp with time zone,
  authorized_at timestamp with time zone,
  is_auto_renewed_by_default boolean default true not null,
  application jsonb,
  privacy_until timestamp with time zone,
  transfer_roid text default ''::text not null,
  ns_group_id integer,
  registry_refusal jsonb,
  moved_from integer,
  keeps_zone_history boolean default false not null,
  moved_without_history boolean default false not null,
  scheduled_by jsonb,
  leaves_zones boolean default false not null,
  constraint domain_name_of_its_parts CHECK ((name = ((label || '.'::text) || extension))),
  constraint domain_pkey PRIMARY KEY (id)
);

create table domains.domain_count (
  reseller_id integer not null,
  is_deleted boolean not null,
  kind text not null,
  value text collate "C" not null,
  domains integer not null,
  constraint domain_count_pkey PRIMARY KEY (reseller_id, is_deleted, kind, value)
);

create table domains.domain_count_change (
  id bigint generated always as identity not null,
  reseller_id integer not null,
  is_deleted boolean not null,
  kind text not null,
  value text collate "C" not null,
  change integer not null,
  constraint domain_count_change_pkey PRIMARY KEY (id)
);

create table domains.domain_history (
  id bigint default nextval('domains.domain_history_id_seq'::regclass) not null,
  domain_id integer not null,
  happened_at timestamp with time zone not null,
  contents text not null,
  username text,
  address text,
  constraint domain_history_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint domain_history_pkey PRIMARY KEY (id)
);

create table domains.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table domains.extension_record (
  number bigint generated always as identity not null,
  suffix text not null,
  effective_from timestamp with time zone not null,
  record json not null,
  is_retired boolean not null,
  shipped_from timestamp with time zone,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint extension_record_pkey PRIMARY KEY (number)
);

create table domains.extension_timing (
  extension text not null,
  timing text not null,
  redone_to integer,
  constraint extension_timing_pkey PRIMARY KEY (extension)
);

create table domains.idempotency (
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

create table domains.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table domains.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of domains.inbox default;

create table domains.installation (
  is_the_row boolean default true not null,
  id uuid not null,
  constraint installation_is_the_row_check CHECK (is_the_row),
  constraint installation_pkey PRIMARY KEY (is_the_row)
);

create table domains.lifecycle_violation (
  id bigint default nextval('domains.lifecycle_violation_id_seq'::regclass) not null,
  domain_id integer not null,
  phase text not null,
  event text not null,
  operation_id uuid,
  domain jsonb not null,
  registry jsonb not null,
  happened_at timestamp with time zone not null,
  constraint lifecycle_violation_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint lifecycle_violation_pkey PRIMARY KEY (id)
);

create table domains.notice_position (
  days integer not null,
  expires_at timestamp with time zone not null,
  domain_id integer not null,
  constraint notice_position_pkey PRIMARY KEY (days)
);

create table domains.outbox (
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

create table domains.planned_maintenance (
  id integer generated always as identity not null,
  registry_account text,
  extensions text[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  impact text not null,
  text text not null,
  announced_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  set_by text not null,
  registry_id text,
  registry_changed_at timestamp with time zone,
  reason text default 'planned'::text not null,
  constraint planned_maintenance_pkey PRIMARY KEY (id)
);

create table domains.portfolio_job (
  id uuid not null,
  kind text not null,
  account text not null,
  list text not null,
  step text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint portfolio_job_pkey PRIMARY KEY (id)
);

create table domains.portfolio_name (
  job_id uuid not null,
  name text collate "C" not null,
  reseller_id integer,
  owner text not null,
  state text not null,
  findings jsonb default '{}'::jsonb not null,
  attempts integer default 0 not null,
  claimed_until timestamp with time zone,
  constraint portfolio_name_job FOREIGN KEY (job_id) REFERENCES domains.portfolio_job(id),
  constraint portfolio_name_pkey PRIMARY KEY (job_id, name)
);

create table domains.recovered_charge (
  key text collate "C" not null,
  reseller_id integer not null,
  name text collate "C" not null,
  operation text not null,
  years integer not null,
  happened_at timestamp with time zone not null,
  amount numeric(16,4),
  currency text not null,
  state text not null,
  proposed_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  reason text default ''::text not null,
  constraint recovered_charge_pkey PRIMARY KEY (key)
);

create table domains.refused_order (
  order_id uuid not null,
  refused_at timestamp with time zone not null,
  constraint refused_order_pkey PRIMARY KEY (order_id)
);

create table domains.registry_accounts (
  is_the_row boolean default true not null,
  accounts jsonb not null,
  opened_at timestamp with time zone not null,
  constraint registry_accounts_is_the_row_check CHECK (is_the_row),
  constraint registry_accounts_pkey PRIMARY KEY (is_the_row)
);

create table domains.registry_contract (
  contract text not null,
  signed_by text not null,
  signed_at timestamp with time zone not null,
  constraint registry_contract_pkey PRIMARY KEY (contract)
);

create table domains.registry_drift (
  domain_id integer not null,
  desired jsonb not null,
  registry jsonb not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  times integer not null,
  constraint registry_drift_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint registry_drift_pkey PRIMARY KEY (domain_id)
);

create table domains.registry_operation (
  operation_id uuid not null,
  domain_id integer not null,
  kind text not null,
  state text not null,
  submitted_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  charge jsonb,
  purpose text default 'create'::text not null,
  cause text default 'order'::text not null,
  pending_at timestamp with time zone,
  reason text,
  rollback jsonb,
  fee jsonb,
  refusal text,
  seq bigint default nextval('domains.registry_operation_seq_seq'::regclass) not null,
  reason_code integer,
  reason_subject text,
  domain_version integer,
  host jsonb,
  username text,
  address text,
  passed text[],
  constraint registry_operation_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint registry_operation_pkey PRIMARY KEY (operation_id)
);

create table domains.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table domains.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table domains.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of domains.sent default;

create table domains.tld_rule (
  extension text not null,
  effective_from timestamp with time zone not null,
  rules jsonb not null,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint tld_rule_pkey PRIMARY KEY (extension, effective_from)
);

create table domains.transfer_authorization (
  domain_id integer not null,
  nonce text not null,
  mails integer not null,
  mails_since timestamp with time zone not null,
  constraint transfer_authorization_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint transfer_authorization_pkey PRIMARY KEY (domain_id)
);

CREATE OR REPLACE FUNCTION domains.count_changed_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'domains'
AS $function$
declare is_due boolean;
begin
  if (old.reseller_id, old.deleted_at is null, old.extension, old.ns_group, old.owner_handle, old.admin_handle,
      old.tech_handle, old.billing_handle, old.reseller_handle)
    is not distinct from (new.reseller_id, new.deleted_at is null, new.extension, new.ns_group, new.owner_handle,
      new.admin_handle, new.tech_handle, new.billing_handle, new.reseller_handle)
  then
    with written as (
      insert into domain_count_change (reseller_id, is_deleted, kind, value, change) values
        (old.reseller_id, old.deleted_at is not null, 'phase', old.phase, -1),
        (new.reseller_id, new.deleted_at is not null, 'phase', new.phase, 1)
      returning id)
    select bool_or(id % 256 = 0) into is_due from written;
  else
    with written as (
      insert into domain_count_change (reseller_id, is_deleted, kind, value, change)
      select d.reseller_id, d.is_deleted, c.kind, c.value, sum(d.change)
      from (values
        (-1, old.reseller_id, old.deleted_at is not null, old.phase, old.extension, old.ns_group,
          array[old.owner_handle, old.admin_handle, old.tech_handle, old.billing_handle, old.reseller_handle]),
        (1, new.reseller_id, new.deleted_at is not null, new.phase, new.extension, new.ns_group,
          array[new.owner_handle, new.admin_handle, new.tech_handle, new.billing_handle, new.reseller_handle])
      ) d (change, reseller_id, is_deleted, phase, extension, ns_group, handles),
        domain_counted_as(d.phase, d.extension, d.ns_group, d.handles, d.is_deleted) c
      group by 1, 2, 3, 4 having sum(d.change) <> 0 returning id)
    select bool_or(id % 256 = 0) into is_due from written;
  end if;
  if is_due then perform fold_domain_counts(); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION domains.count_new_domains()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'domains'
AS $function$
declare is_due boolean;
begin
  with written as (
    insert into domain_count_change (reseller_id, is_deleted, kind, value, change)
    select d.reseller_id, d.deleted_at is not null, c.kind, c.value, count(*)
    from fresh d, domain_counted_as(d.phase, d.extension, d.ns_group,
      array[d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle], d.deleted_at is not null) c
    group by 1, 2, 3, 4 returning id)
  select bool_or(id % 256 = 0) into is_due from written;
  if is_due then perform fold_domain_counts(); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION domains.count_removed_domains()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'domains'
AS $function$
declare is_due boolean;
begin
  with written as (
    insert into domain_count_change (reseller_id, is_deleted, kind, value, change)
    select d.reseller_id, d.deleted_at is not null, c.kind, c.value, -count(*)
    from removed d, domain_counted_as(d.phase, d.extension, d.ns_group,
      array[d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle], d.deleted_at is not null) c
    group by 1, 2, 3, 4 returning id)
  select bool_or(id % 256 = 0) into is_due from written;
  if is_due then perform fold_domain_counts(); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION domains.domain_counted_as(phase text, extension text, ns_group text, handles text[], is_deleted boolean)
 RETURNS TABLE(kind text, value text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'phase', phase
  union all select 'extension', extension
  union all select 'ns_group', lower(ns_group)
  union all select distinct 'handle', handle from unnest(handles) handle where handle <> '' and not is_deleted
$function$
;

CREATE INDEX domain_being_removed ON domains.domain USING btree (reseller_id, removal_reason, id) WHERE ((deleted_at IS NULL) AND (removal_reason IS NOT NULL));

CREATE INDEX domain_by_application ON domains.domain USING btree (reseller_id, ((application ->> 'mode'::text)), id) WHERE ((application IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX domain_by_expiry ON domains.domain USING btree (expires_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_handle ON domains.domain USING gin ((ARRAY[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle])) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_name ON domains.domain USING btree (reseller_id, name);

CREATE INDEX domain_by_nameserver ON domains.domain USING gin (name_servers jsonb_path_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_ns_group ON domains.domain USING btree (reseller_id, ns_group) WHERE ((deleted_at IS NULL) AND (phase <> 'failed'::text) AND (ns_group <> ''::text));

CREATE INDEX domain_by_phase ON domains.domain USING btree (reseller_id, phase, id) INCLUDE (type) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_removal_reason ON domains.domain USING btree (reseller_id, removal_reason, id) WHERE ((deleted_at IS NOT NULL) AND (removal_reason IS NOT NULL));

CREATE INDEX domain_deleted ON domains.domain USING btree (reseller_id, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX domain_failed ON domains.domain USING btree (changed_at) WHERE ((phase = 'failed'::text) AND (deleted_at IS NULL));

CREATE INDEX domain_gone ON domains.domain USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX domain_gone_of_owner ON domains.domain USING btree (owner_handle) WHERE (deleted_at IS NOT NULL);

CREATE INDEX domain_listed ON domains.domain USING btree (reseller_id, id) INCLUDE (label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_active_date ON domains.domain USING btree (reseller_id, activated_at, id) INCLUDE (label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_expiration_date ON domains.domain USING btree (reseller_id, expires_at, id) INCLUDE (label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_extension ON domains.domain USING btree (reseller_id, extension, id) INCLUDE (phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_extension_and_label ON domains.domain USING btree (reseller_id, extension, label, id) INCLUDE (phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_label ON domains.domain USING btree (reseller_id, label, id) INCLUDE (extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_ns_group ON domains.domain USING btree (reseller_id, lower(ns_group), id) INCLUDE (ns_group, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_order_date ON domains.domain USING btree (reseller_id, ordered_at, id) INCLUDE (label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_by_renewal_date ON domains.domain USING btree (reseller_id, renews_at, id) INCLUDE (label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_listed_with_comments ON domains.domain USING btree (reseller_id, id) INCLUDE (comments, label, extension, phase) WHERE ((deleted_at IS NULL) AND (comments <> ''::text) AND (length(comments) <= 200));

CREATE INDEX domain_listed_with_handles ON domains.domain USING btree (reseller_id, id) INCLUDE (owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, label, extension, phase) WHERE (deleted_at IS NULL);

CREATE INDEX domain_long_comments ON domains.domain USING btree (reseller_id, id) WHERE ((deleted_at IS NULL) AND (length(comments) > 200));

CREATE INDEX domain_of_name ON domains.domain USING btree (name);

CREATE INDEX domain_trigrams ON domains.domain USING gin (reseller_id, label gin_trgm_ops, lower(comments) gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX domain_unsealed ON domains.domain USING btree (id) WHERE (((auth_code <> ''::text) AND (auth_code !~~ 'sealed.%'::text)) OR ((transfer_code <> ''::text) AND (transfer_code !~~ 'sealed.%'::text)) OR ((internal_auth_code <> ''::text) AND (internal_auth_code !~~ 'sealed.%'::text)) OR (((additional_data ->> 'auth_code'::text) <> ''::text) AND ((additional_data ->> 'auth_code'::text) !~~ 'sealed.%'::text)) OR (((additional_data ->> 'allocation_token'::text) <> ''::text) AND ((additional_data ->> 'allocation_token'::text) !~~ 'sealed.%'::text)));

CREATE STATISTICS domains.domain_comment_lengths ON length(comments) FROM domains.domain;

CREATE STATISTICS domains.domain_folded_comments ON lower(comments) FROM domains.domain;

CREATE STATISTICS domains.domain_handles ON (ARRAY[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]) FROM domains.domain;

CREATE TRIGGER domain_count_changed AFTER UPDATE ON domains.domain FOR EACH ROW WHEN (((((((((((old.reseller_id IS DISTINCT FROM new.reseller_id) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))) OR (old.phase IS DISTINCT FROM new.phase)) OR (old.extension IS DISTINCT FROM new.extension)) OR (old.ns_group IS DISTINCT FROM new.ns_group)) OR (old.owner_handle IS DISTINCT FROM new.owner_handle)) OR (old.admin_handle IS DISTINCT FROM new.admin_handle)) OR (old.tech_handle IS DISTINCT FROM new.tech_handle)) OR (old.billing_handle IS DISTINCT FROM new.billing_handle)) OR (old.reseller_handle IS DISTINCT FROM new.reseller_handle))) EXECUTE FUNCTION domains.count_changed_domain();

CREATE TRIGGER domain_count_new AFTER INSERT ON domains.domain REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION domains.count_new_domains();

CREATE TRIGGER domain_count_removed AFTER DELETE ON domains.domain REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION domains.count_removed_domains();

CREATE UNIQUE INDEX one_live_domain_per_name ON domains.domain USING btree (name) WHERE ((deleted_at IS NULL) AND (phase <> 'failed'::text));

CREATE INDEX domain_history_of_domain ON domains.domain_history USING btree (domain_id, happened_at);

CREATE INDEX domain_history_of_person ON domains.domain_history USING btree (username, happened_at) WHERE (username IS NOT NULL);

CREATE INDEX event_chains_by_time ON domains.event_chains USING btree (recorded_at);

CREATE INDEX extension_record_suffix ON domains.extension_record USING btree (suffix, effective_from, number);

CREATE TRIGGER extension_record_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON domains.extension_record FOR EACH STATEMENT EXECUTE FUNCTION domains.extension_record_is_append_only();

CREATE INDEX idempotency_created_at ON domains.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY domains.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON domains.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON domains.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX lifecycle_violation_by_domain ON domains.lifecycle_violation USING btree (domain_id, happened_at);

CREATE INDEX planned_maintenance_by_end ON domains.planned_maintenance USING btree (ends_at, id);

CREATE UNIQUE INDEX planned_maintenance_registry_id ON domains.planned_maintenance USING btree (registry_account, registry_id) WHERE (registry_id IS NOT NULL);

CREATE INDEX portfolio_job_ended ON domains.portfolio_job USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX portfolio_job_under_way ON domains.portfolio_job USING btree (kind, account, list) WHERE (ended_at IS NULL);

CREATE INDEX portfolio_name_by_state ON domains.portfolio_name USING btree (job_id, state, name);

CREATE INDEX recovered_charge_by_state ON domains.recovered_charge USING btree (state, key);

CREATE INDEX refused_order_refused ON domains.refused_order USING btree (refused_at);

CREATE INDEX registry_operation_of_domain ON domains.registry_operation USING btree (domain_id, submitted_at);

CREATE INDEX registry_operation_of_person ON domains.registry_operation USING btree (username, submitted_at) WHERE (username IS NOT NULL);

CREATE INDEX sent_at ON ONLY domains.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY domains.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON domains.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON domains.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON domains.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE OR REPLACE FUNCTION domains.extension_record_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the records of extensions are append-only'; end $function$
;

CREATE OR REPLACE FUNCTION domains.fold_domain_counts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'domains'
AS $function$
begin
  if not pg_try_advisory_xact_lock('domain_count'::regclass::oid::integer, 0) then return; end if;
  with known as (delete from domain_count_change returning *)
  insert into domain_count as counter (reseller_id, is_deleted, kind, value, domains)
  select reseller_id, is_deleted, kind, value, sum(change) from known group by 1, 2, 3, 4 having sum(change) <> 0
  on conflict (reseller_id, is_deleted, kind, value) do update set domains = counter.domains + excluded.domains;
end $function$
;
