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
  constraint contact_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint contact_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
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
  constraint domain_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint domain_registrant_fkey FOREIGN KEY (registrant) REFERENCES sandbox_registry.contact(id),
  constraint domain_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
  constraint domain_tld_fkey FOREIGN KEY (tld) REFERENCES sandbox_registry.tld(name),
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
  constraint domain_host_host_fkey FOREIGN KEY (host) REFERENCES sandbox_registry.host(name),
  constraint domain_host_pkey PRIMARY KEY (domain, host)
);

create table sandbox_registry.domain_host_attribute (
  domain text not null,
  host_name text not null,
  addresses inet[] not null,
  constraint domain_host_attribute_domain_fkey FOREIGN KEY (domain) REFERENCES sandbox_registry.domain(name) ON DELETE CASCADE,
  constraint domain_host_attribute_pkey PRIMARY KEY (domain, host_name)
);

create table sandbox_registry.fault (
  id bigint generated always as identity not null,
  command text not null,
  object text,
  kind text not null,
  remaining integer not null,
  code integer,
  milliseconds integer,
  constraint fault_check CHECK (((kind = 'inject-code'::text) = (code IS NOT NULL))),
  constraint fault_check1 CHECK (((kind = 'delay'::text) = (milliseconds IS NOT NULL))),
  constraint fault_kind_check CHECK ((kind = ANY (ARRAY['drop-response'::text, 'drop-request'::text, 'delay'::text, 'close-before-answer'::text, 'garbage'::text, 'wrong-trid'::text, 'inject-code'::text]))),
  constraint fault_remaining_check CHECK ((remaining >= 0)),
  constraint fault_pkey PRIMARY KEY (id)
);

create table sandbox_registry.host (
  name text not null,
  roid text not null,
  superordinate text,
  addresses inet[] not null,
  sponsor text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint host_created_by_fkey FOREIGN KEY (created_by) REFERENCES sandbox_registry.registrar(cl_id),
  constraint host_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES sandbox_registry.registrar(cl_id),
  constraint host_superordinate_fkey FOREIGN KEY (superordinate) REFERENCES sandbox_registry.domain(name),
  constraint host_pkey PRIMARY KEY (name),
  constraint host_roid_key UNIQUE (roid)
);

create table sandbox_registry.profile (
  name text not null,
  hosts text not null,
  max_hosts integer not null,
  contacts text not null,
  min_period_years integer not null,
  default_period_years integer not null,
  max_period_years integer not null,
  constraint profile_check CHECK (((0 < min_period_years) AND (min_period_years <= default_period_years) AND (default_period_years <= max_period_years))),
  constraint profile_contacts_check CHECK ((contacts = ANY (ARRAY['required'::text, 'optional'::text, 'prohibited'::text]))),
  constraint profile_hosts_check CHECK ((hosts = ANY (ARRAY['objects'::text, 'attributes'::text]))),
  constraint profile_max_hosts_check CHECK ((max_hosts >= 0)),
  constraint profile_pkey PRIMARY KEY (name)
);

create table sandbox_registry.registrar (
  cl_id text not null,
  password_hash text not null,
  certificate_sha256 text,
  constraint registrar_cl_id_check CHECK (((length(cl_id) >= 3) AND (length(cl_id) <= 16))),
  constraint registrar_pkey PRIMARY KEY (cl_id)
);

create table sandbox_registry.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table sandbox_registry.session_policy (
  is_the_row boolean default true not null,
  server_id text not null,
  max_frame_octets integer not null,
  idle_seconds integer not null,
  absolute_seconds integer not null,
  max_sessions integer not null,
  max_login_attempts integer not null,
  max_check_objects integer not null,
  reused_cltrid text not null,
  constraint session_policy_absolute_seconds_check CHECK ((absolute_seconds > 0)),
  constraint session_policy_idle_seconds_check CHECK ((idle_seconds > 0)),
  constraint session_policy_is_the_row_check CHECK (is_the_row),
  constraint session_policy_max_check_objects_check CHECK ((max_check_objects > 0)),
  constraint session_policy_max_frame_octets_check CHECK ((max_frame_octets > 0)),
  constraint session_policy_max_login_attempts_check CHECK ((max_login_attempts > 0)),
  constraint session_policy_max_sessions_check CHECK ((max_sessions > 0)),
  constraint session_policy_reused_cltrid_check CHECK ((reused_cltrid = ANY (ARRAY['allowed'::text, 'refused'::text, 'closed'::text]))),
  constraint session_policy_pkey PRIMARY KEY (is_the_row)
);

create table sandbox_registry.special_name (
  name text not null,
  kind text not null,
  constraint special_name_kind_check CHECK ((kind = ANY (ARRAY['reserved'::text, 'premium'::text]))),
  constraint special_name_pkey PRIMARY KEY (name)
);

create table sandbox_registry.tld (
  name text not null,
  profile text not null,
  constraint tld_profile_fkey FOREIGN KEY (profile) REFERENCES sandbox_registry.profile(name),
  constraint tld_pkey PRIMARY KEY (name)
);

create sequence sandbox_registry.repository_object start 1;

CREATE INDEX audit_cltrid ON sandbox_registry.audit USING btree (cltrid);

CREATE INDEX audit_objects ON sandbox_registry.audit USING gin (objects);

CREATE INDEX domain_registrant ON sandbox_registry.domain USING btree (registrant);

CREATE INDEX domain_contact_contact ON sandbox_registry.domain_contact USING btree (contact);

CREATE INDEX domain_host_host ON sandbox_registry.domain_host USING btree (host);

CREATE INDEX host_superordinate ON sandbox_registry.host USING btree (superordinate);

create sequence sandbox_registry.server_transaction start 1;
