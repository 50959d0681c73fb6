-- The schema sandbox_registry, printed from a migrated database.

create table sandbox_registry.audit (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  session uuid not null,
  registrar text,
  command text,
  objects text[] not null,
  cltrid text,
  svtrid text not null,
  code integer,
  fault text,
  request text,
  response text,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_svtrid_key UNIQUE (svtrid)
);

create table sandbox_registry.charge (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  registrar text not null,
  domain text not null,
  kind text not null,
  years integer not null,
  cents bigint not null,
  currency text not null,
  refund_of bigint,
  svtrid text,
  constraint charge_check CHECK (((refund_of IS NULL) = (cents >= 0))),
  constraint charge_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'renew'::text, 'auto-renew'::text, 'transfer'::text, 'restore'::text]))),
  constraint charge_years_check CHECK ((years >= 0)),
  constraint charge_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES sandbox_registry.charge(id),
  constraint charge_registrar_fkey FOREIGN KEY (registrar) REFERENCES sandbox_registry.registrar(cl_id),
  constraint charge_pkey PRIMARY KEY (id),
  constraint charge_refund_of_key UNIQUE (refund_of)
);

create table sandbox_registry.clock (
  is_the_row boolean default true not null,
  offset_seconds bigint default 0 not null,
  constraint clock_is_the_row_check CHECK (is_the_row),
  constraint clock_offset_seconds_check CHECK ((offset_seconds >= 0)),
  constraint clock_pkey PRIMARY KEY (is_the_row)
);

create table sandbox_registry.contact (
  id text not null,
  roid text not null,
  postal_info jsonb not null,
  voice text,
  voice_extension text,
  fax text,
  fax_extension text,
  email text not null,
  disclose jsonb,
  auth_info text,
  sponsor text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  statuses text[] default '{}'::text[] not null,
  updated_by text,
  updated_at timestamp with time zone,
  own jsonb default '{}'::jsonb not null,
  constraint contact_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint contact_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
  constraint contact_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint contact_pkey PRIMARY KEY (id),
  constraint contact_roid_key UNIQUE (roid)
);

create table sandbox_registry.domain (
  name text not null,
  roid text not null,
  tld text not null,
  registrant text,
  auth_info text,
  sponsor text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  idn_table text,
  statuses text[] default '{}'::text[] not null,
  updated_by text,
  updated_at timestamp with time zone,
  transferred_at timestamp with time zone,
  rgp text,
  rgp_until timestamp with time zone,
  redemption_until timestamp with time zone,
  deleted_cltrid text,
  deleted_svtrid text,
  own jsonb default '{}'::jsonb not null,
  constraint domain_rgp_check CHECK ((rgp = ANY (ARRAY['redemptionPeriod'::text, 'pendingRestore'::text, 'pendingDelete'::text]))),
  constraint rgp_ends CHECK (((rgp IS NULL) = (rgp_until IS NULL))),
  constraint rgp_is_of_a_delete CHECK (((rgp IS NULL) OR ((redemption_until IS NOT NULL) AND (deleted_svtrid IS NOT NULL)))),
  constraint domain_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint domain_idn_table_fkey FOREIGN KEY (idn_table) REFERENCES sandbox_registry.idn_table(name),
  constraint domain_registrant_fkey FOREIGN KEY (registrant) REFERENCES sandbox_registry.contact(id),
  constraint domain_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
  constraint domain_tld_fkey FOREIGN KEY (tld) REFERENCES sandbox_registry.tld(name),
  constraint domain_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint domain_pkey PRIMARY KEY (name),
  constraint domain_roid_key UNIQUE (roid)
);

create table sandbox_registry.domain_contact (
  domain text not null,
  type text not null,
  contact text not null,
  constraint domain_contact_type_check CHECK ((type = ANY (ARRAY['admin'::text, 'billing'::text, 'tech'::text]))),
  constraint domain_contact_contact_fkey FOREIGN KEY (contact) REFERENCES sandbox_registry.contact(id),
  constraint domain_contact_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint domain_contact_pkey PRIMARY KEY (domain, type, contact)
);

create table sandbox_registry.domain_host (
  domain text not null,
  host text not null,
  constraint domain_host_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint domain_host_host_fkey FOREIGN KEY (host) REFERENCES sandbox_registry.host(name) ON UPDATE CASCADE,
  constraint domain_host_pkey PRIMARY KEY (domain, host)
);

create table sandbox_registry.domain_host_attribute (
  domain text not null,
  host_name text not null,
  addresses inet[] not null,
  constraint domain_host_attribute_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint domain_host_attribute_pkey PRIMARY KEY (domain, host_name)
);

create table sandbox_registry.domain_sec_dns (
  id bigint generated always as identity not null,
  domain text not null,
  record jsonb not null,
  constraint domain_sec_dns_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint domain_sec_dns_pkey PRIMARY KEY (id),
  constraint domain_sec_dns_domain_record_key UNIQUE (domain, record)
);

create table sandbox_registry.fault (
  id bigint generated always as identity not null,
  command text,
  object text,
  kind text not null,
  remaining integer not null,
  code integer,
  milliseconds integer,
  registrar text,
  constraint fault_check CHECK (((kind = ANY (ARRAY['inject-code'::text, 'inject-code-without-trid'::text])) = (code IS NOT NULL))),
  constraint fault_check1 CHECK (((kind = 'delay'::text) = (milliseconds IS NOT NULL))),
  constraint fault_kind_check CHECK ((kind = ANY (ARRAY['drop-response'::text, 'drop-request'::text, 'delay'::text, 'partial'::text, 'close-before-answer'::text, 'garbage'::text, 'wrong-trid'::text, 'out-of-order'::text, 'inject-code'::text, 'inject-code-without-trid'::text, 'end-session'::text, 'ignore-sec-dns'::text, 'suppress-poll'::text]))),
  constraint fault_remaining_check CHECK ((remaining >= 0)),
  constraint fault_pkey PRIMARY KEY (id)
);

create table sandbox_registry.grace (
  domain text not null,
  kind text not null,
  charge bigint not null,
  ends_at timestamp with time zone not null,
  constraint grace_kind_check CHECK ((kind = ANY (ARRAY['addPeriod'::text, 'renewPeriod'::text, 'autoRenewPeriod'::text, 'transferPeriod'::text]))),
  constraint grace_charge_fkey FOREIGN KEY (charge) REFERENCES sandbox_registry.charge(id),
  constraint grace_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint grace_pkey PRIMARY KEY (charge)
);

create table sandbox_registry.host (
  name text not null,
  roid text not null,
  superordinate text,
  addresses inet[] not null,
  sponsor text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  statuses text[] default '{}'::text[] not null,
  updated_by text,
  updated_at timestamp with time zone,
  constraint host_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint host_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
  constraint host_superordinate_fkey FOREIGN KEY (superordinate) REFERENCES sandbox_registry.domain(name),
  constraint host_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint host_pkey PRIMARY KEY (name),
  constraint host_roid_key UNIQUE (roid)
);

create table sandbox_registry.idn_table (
  name text not null,
  letters text not null,
  takes_latin boolean not null,
  constraint idn_table_pkey PRIMARY KEY (name)
);

create table sandbox_registry.maintenance (
  id text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  reason text not null,
  impact text not null,
  tlds text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint maintenance_pkey PRIMARY KEY (id)
);

create table sandbox_registry.pending_action (
  domain text not null,
  kind text not null,
  registrar text not null,
  cltrid text,
  svtrid text not null,
  due_at timestamp with time zone not null,
  payload jsonb,
  extensions jsonb,
  constraint pending_action_check CHECK (((kind = 'update'::text) = ((payload IS NOT NULL) AND (extensions IS NOT NULL)))),
  constraint pending_action_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'update'::text]))),
  constraint pending_action_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint pending_action_registrar_fkey FOREIGN KEY (registrar) REFERENCES sandbox_registry.registrar(cl_id),
  constraint pending_action_pkey PRIMARY KEY (domain)
);

create table sandbox_registry.poll_message (
  id bigint generated always as identity not null,
  registrar text not null,
  at timestamp with time zone not null,
  text text not null,
  res_data jsonb,
  extension jsonb,
  constraint poll_message_registrar_fkey FOREIGN KEY (registrar) REFERENCES sandbox_registry.registrar(cl_id),
  constraint poll_message_pkey PRIMARY KEY (id)
);

create table sandbox_registry.profile (
  name text not null,
  hosts text not null,
  max_hosts integer not null,
  contacts text not null,
  min_period_years integer not null,
  default_period_years integer not null,
  max_period_years integer not null,
  renewal text default 'by-command'::text not null,
  transfer text default 'pending'::text not null,
  transfer_days integer default 5 not null,
  add_grace_days integer default 5 not null,
  renew_grace_days integer default 5 not null,
  transfer_grace_days integer default 5 not null,
  auto_renew_grace_days integer default 45 not null,
  redemption_days integer default 30 not null,
  pending_delete_days integer default 5 not null,
  restore text default 'report'::text not null,
  report_days integer default 7 not null,
  processing text default 'immediate'::text not null,
  processing_seconds integer default 0 not null,
  sec_dns text default 'ds'::text not null,
  max_sec_dns integer default 8 not null,
  empty_containers text default 'allowed'::text not null,
  currency text default 'USD'::text not null,
  extensions text[] default '{}'::text[] not null,
  idn_tables text[] default '{}'::text[] not null,
  transfer_years integer default 1 not null,
  transfer_lock_days integer default 0 not null,
  self_transfer_code integer default 2106 not null,
  create_cents integer default 800 not null,
  renew_cents integer default 800 not null,
  transfer_cents integer default 800 not null,
  restore_cents integer default 4000 not null,
  dialect text default 'plain'::text not null,
  options jsonb default '{}'::jsonb not null,
  contact_counts jsonb default '{}'::jsonb not null,
  host_check text default 'none'::text not null,
  periods jsonb default '{}'::jsonb not null,
  constraint profile_add_grace_days_check CHECK ((add_grace_days >= 0)),
  constraint profile_auto_renew_grace_days_check CHECK ((auto_renew_grace_days >= 0)),
  constraint profile_check CHECK (((0 < min_period_years) AND (min_period_years <= default_period_years) AND (default_period_years <= max_period_years))),
  constraint profile_contacts_check CHECK ((contacts = ANY (ARRAY['required'::text, 'optional'::text, 'prohibited'::text]))),
  constraint profile_create_cents_check CHECK ((create_cents >= 0)),
  constraint profile_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint profile_empty_containers_check CHECK ((empty_containers = ANY (ARRAY['allowed'::text, 'refused'::text]))),
  constraint profile_host_check_check CHECK ((host_check = ANY (ARRAY['none'::text, 'resolves'::text, 'answers'::text]))),
  constraint profile_hosts_check CHECK ((hosts = ANY (ARRAY['objects'::text, 'attributes'::text]))),
  constraint profile_max_hosts_check CHECK ((max_hosts >= 0)),
  constraint profile_max_sec_dns_check CHECK ((max_sec_dns >= 0)),
  constraint profile_pending_delete_days_check CHECK ((pending_delete_days >= 0)),
  constraint profile_processing_check CHECK ((processing = ANY (ARRAY['immediate'::text, 'pending'::text]))),
  constraint profile_processing_seconds_check CHECK ((processing_seconds >= 0)),
  constraint profile_redemption_days_check CHECK ((redemption_days >= 0)),
  constraint profile_renew_cents_check CHECK ((renew_cents >= 0)),
  constraint profile_renew_grace_days_check CHECK ((renew_grace_days >= 0)),
  constraint profile_renewal_check CHECK ((renewal = ANY (ARRAY['by-command'::text, 'none'::text]))),
  constraint profile_report_days_check CHECK ((report_days >= 0)),
  constraint profile_restore_cents_check CHECK ((restore_cents >= 0)),
  constraint profile_restore_check CHECK ((restore = ANY (ARRAY['report'::text, 'immediate'::text]))),
  constraint profile_sec_dns_check CHECK ((sec_dns = ANY (ARRAY['ds'::text, 'key'::text]))),
  constraint profile_self_transfer_code_check CHECK ((self_transfer_code = ANY (ARRAY[2002, 2106]))),
  constraint profile_transfer_cents_check CHECK ((transfer_cents >= 0)),
  constraint profile_transfer_check CHECK ((transfer = ANY (ARRAY['pending'::text, 'instant'::text, 'push'::text]))),
  constraint profile_transfer_days_check CHECK ((transfer_days >= 0)),
  constraint profile_transfer_grace_days_check CHECK ((transfer_grace_days >= 0)),
  constraint profile_transfer_lock_days_check CHECK ((transfer_lock_days >= 0)),
  constraint profile_transfer_years_check CHECK ((transfer_years >= 0)),
  constraint profile_pkey PRIMARY KEY (name)
);

create table sandbox_registry.registrar (
  cl_id text not null,
  password_hash text not null,
  certificate_sha256 text,
  credit bigint,
  constraint registrar_cl_id_check CHECK (((length(cl_id) >= 3) AND (length(cl_id) <= 16))),
  constraint registrar_credit_check CHECK ((credit >= 0)),
  constraint registrar_pkey PRIMARY KEY (cl_id)
);

create table sandbox_registry.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table sandbox_registry.session_policy (
  server_id text not null,
  max_frame_octets integer not null,
  idle_seconds integer not null,
  absolute_seconds integer not null,
  max_sessions integer not null,
  max_login_attempts integer not null,
  max_check_objects integer not null,
  reused_cltrid text not null,
  door text default 'common'::text not null,
  commands_per_minute integer,
  error_penalty_ms integer default 0 not null,
  commands_per_second integer,
  withheld_extensions text[] default '{}'::text[] not null,
  constraint session_policy_absolute_seconds_check CHECK ((absolute_seconds > 0)),
  constraint session_policy_commands_per_minute_check CHECK ((commands_per_minute > 0)),
  constraint session_policy_commands_per_second_check CHECK ((commands_per_second > 0)),
  constraint session_policy_error_penalty_ms_check CHECK ((error_penalty_ms >= 0)),
  constraint session_policy_idle_seconds_check CHECK ((idle_seconds > 0)),
  constraint session_policy_max_check_objects_check CHECK ((max_check_objects > 0)),
  constraint session_policy_max_frame_octets_check CHECK ((max_frame_octets > 0)),
  constraint session_policy_max_login_attempts_check CHECK ((max_login_attempts > 0)),
  constraint session_policy_max_sessions_check CHECK ((max_sessions > 0)),
  constraint session_policy_reused_cltrid_check CHECK ((reused_cltrid = ANY (ARRAY['allowed'::text, 'refused'::text, 'closed'::text]))),
  constraint session_policy_pkey PRIMARY KEY (door)
);

create table sandbox_registry.special_name (
  name text not null,
  kind text not null,
  create_cents integer,
  renew_cents integer,
  token text,
  constraint premium_has_prices CHECK (((kind = 'premium'::text) = ((create_cents IS NOT NULL) AND (renew_cents IS NOT NULL)))),
  constraint special_name_create_cents_check CHECK ((create_cents >= 0)),
  constraint special_name_kind_check CHECK ((kind = ANY (ARRAY['reserved'::text, 'premium'::text]))),
  constraint special_name_renew_cents_check CHECK ((renew_cents >= 0)),
  constraint special_name_pkey PRIMARY KEY (name)
);

create table sandbox_registry.text_record (
  name text not null,
  texts text[] not null,
  constraint text_record_pkey PRIMARY KEY (name)
);

create table sandbox_registry.tld (
  name text not null,
  profile text not null,
  redemption_days integer,
  launch_phase text default 'open'::text not null,
  constraint tld_launch_phase_check CHECK ((launch_phase = ANY (ARRAY['sunrise'::text, 'claims'::text, 'open'::text]))),
  constraint tld_redemption_days_check CHECK ((redemption_days >= 0)),
  constraint tld_profile_fkey FOREIGN KEY (profile) REFERENCES sandbox_registry.profile(name),
  constraint tld_pkey PRIMARY KEY (name)
);

create table sandbox_registry.trademark (
  label text not null,
  claim_key text not null,
  constraint trademark_pkey PRIMARY KEY (label)
);

create table sandbox_registry.transfer (
  domain text not null,
  status text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  acting text not null,
  acts_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint transfer_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'clientApproved'::text, 'clientRejected'::text, 'clientCancelled'::text, 'serverApproved'::text, 'serverCancelled'::text]))),
  constraint transfer_acting_fkey FOREIGN KEY (acting) REFERENCES sandbox_registry.registrar(cl_id),
  constraint transfer_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint transfer_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint transfer_pkey PRIMARY KEY (domain)
);

create sequence sandbox_registry.repository_object start 1;

CREATE INDEX audit_cltrid ON sandbox_registry.audit USING btree (cltrid);

CREATE INDEX audit_objects ON sandbox_registry.audit USING gin (objects);

CREATE INDEX charge_domain ON sandbox_registry.charge USING btree (domain);

CREATE INDEX charge_registrar ON sandbox_registry.charge USING btree (registrar, currency) INCLUDE (cents);

CREATE INDEX contact_sponsor_print_idx ON sandbox_registry.contact USING btree (sponsor, ((own ->> 'print'::text))) WHERE ((own ->> 'print'::text) IS NOT NULL);

CREATE INDEX domain_auto_renewal ON sandbox_registry.domain USING btree (expires_at) WHERE (rgp IS NULL);

CREATE INDEX domain_registrant ON sandbox_registry.domain USING btree (registrant);

CREATE INDEX domain_rgp ON sandbox_registry.domain USING btree (rgp_until) WHERE (rgp IS NOT NULL);

CREATE INDEX domain_contact_contact ON sandbox_registry.domain_contact USING btree (contact);

CREATE INDEX domain_host_host ON sandbox_registry.domain_host USING btree (host);

CREATE INDEX grace_domain ON sandbox_registry.grace USING btree (domain);

CREATE INDEX host_superordinate ON sandbox_registry.host USING btree (superordinate);

CREATE INDEX pending_action_due ON sandbox_registry.pending_action USING btree (due_at);

CREATE INDEX poll_message_registrar ON sandbox_registry.poll_message USING btree (registrar, id);

CREATE INDEX transfer_pending ON sandbox_registry.transfer USING btree (acts_at) WHERE (status = 'pending'::text);

create sequence sandbox_registry.server_transaction start 1;
