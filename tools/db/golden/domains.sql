-- The schema domains, printed from a migrated database.

create table domains.domain (
  id integer default nextval('domains.domain_id_seq'::regclass) not null,
  reseller_id integer not null,
  name text not null,
  label text not null,
  extension text not null,
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
  constraint domain_name_of_its_parts CHECK ((name = ((label || '.'::text) || extension))),
  constraint domain_pkey PRIMARY KEY (id)
);

create table domains.idempotency (
  reseller_id integer not null,
  key text not null,
  request text not null,
  correlation_id text not null,
  placed text,
  answer text,
  created_at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (reseller_id, key)
);

create table domains.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
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

create table domains.outbox (
  id bigint generated always as identity not null,
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id)
);

create table domains.refused_order (
  order_id uuid not null,
  refused_at timestamp with time zone not null,
  constraint refused_order_pkey PRIMARY KEY (order_id)
);

create table domains.registry_contract (
  contract text not null,
  signed_by text not null,
  signed_at timestamp with time zone not null,
  constraint registry_contract_pkey PRIMARY KEY (contract)
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
  constraint registry_operation_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains.domain(id),
  constraint registry_operation_pkey PRIMARY KEY (operation_id)
);

create table domains.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table domains.tld_rule (
  extension text not null,
  effective_from timestamp with time zone not null,
  rules jsonb not null,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint tld_rule_pkey PRIMARY KEY (extension, effective_from)
);

CREATE INDEX domain_by_active_date ON domains.domain USING btree (reseller_id, activated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_expiration_date ON domains.domain USING btree (reseller_id, expires_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_extension ON domains.domain USING btree (reseller_id, extension, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_folded_ns_group ON domains.domain USING btree (reseller_id, lower(ns_group), id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_handle ON domains.domain USING gin ((ARRAY[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle])) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_label ON domains.domain USING btree (reseller_id, label, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_name ON domains.domain USING btree (reseller_id, name);

CREATE INDEX domain_by_nameserver ON domains.domain USING gin (name_servers jsonb_path_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_ns_group ON domains.domain USING btree (reseller_id, ns_group) WHERE ((deleted_at IS NULL) AND (phase <> 'failed'::text) AND (ns_group <> ''::text));

CREATE INDEX domain_by_order_date ON domains.domain USING btree (reseller_id, ordered_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_phase ON domains.domain USING btree (reseller_id, phase, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_renewal_date ON domains.domain USING btree (reseller_id, renews_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_by_status ON domains.domain USING btree (reseller_id, array_position('{active,active.leaving,active.changing,quarantine.soft,quarantine.hard,dying,gone,left,failed,waiting.party,create.queued,create.pending,transfer.queued,transfer.pending,active.trading,restoring,transfer.scheduled}'::text[], phase), id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_deleted ON domains.domain USING btree (reseller_id, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX domain_of_reseller ON domains.domain USING btree (reseller_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX domain_trigrams ON domains.domain USING gin (label gin_trgm_ops, ns_group gin_trgm_ops, comments gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX one_live_domain_per_name ON domains.domain USING btree (name) WHERE ((deleted_at IS NULL) AND (phase <> 'failed'::text));

CREATE INDEX idempotency_created_at ON domains.idempotency USING btree (created_at);

CREATE INDEX lifecycle_violation_by_domain ON domains.lifecycle_violation USING btree (domain_id, happened_at);

CREATE INDEX registry_operation_of_domain ON domains.registry_operation USING btree (domain_id, submitted_at);
