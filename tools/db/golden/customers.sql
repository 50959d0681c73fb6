-- The schema customers, printed from a migrated database.

create table customers.access_change (
  id bigint generated always as identity not null,
  transaction xid8 default pg_current_xact_id() not null,
  reseller_id integer not null,
  forget_at timestamp with time zone default (clock_timestamp() + '01:00:00'::interval) not null,
  constraint access_change_pkey PRIMARY KEY (id)
);

create table customers.adopted_contact (
  reseller_id integer not null,
  account text not null,
  registry_id text not null,
  customer_id integer not null,
  constraint adopted_contact_customer FOREIGN KEY (customer_id) REFERENCES customers.customer(id),
  constraint adopted_contact_pkey PRIMARY KEY (reseller_id, account, registry_id)
);

create table customers.api_key (
  id integer generated always as identity not null,
  contact_id integer not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  scope text[] not null,
  allowed_from text[] not null,
  expires_at timestamp with time zone,
  unused_days integer not null,
  created_at timestamp with time zone not null,
  rotated_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from inet,
  domains text[],
  zones text[],
  record_names text[],
  record_types text[],
  spend_per_day numeric(21,6),
  spend_per_month numeric(21,6),
  approval text,
  ended_at timestamp with time zone,
  constraint api_key_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint api_key_pkey PRIMARY KEY (id)
);

create table customers.approval (
  id integer generated always as identity not null,
  key_id integer,
  operation text not null,
  fingerprint text not null,
  arguments jsonb not null,
  price numeric(21,6),
  currency text,
  state text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_with text,
  assistant_id integer,
  constraint approval_of_one CHECK ((num_nonnulls(key_id, assistant_id) = 1)) NOT VALID,
  constraint approval_state_valid CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text, 'used'::text]))),
  constraint approval_key FOREIGN KEY (key_id) REFERENCES customers.api_key(id) ON DELETE CASCADE,
  constraint approval_pkey PRIMARY KEY (id)
);

create table customers.approval_link (
  id uuid not null,
  hash bytea not null,
  approval_id integer not null,
  contact_id integer not null,
  constraint approval_link_approval FOREIGN KEY (approval_id) REFERENCES customers.approval(id) ON DELETE CASCADE,
  constraint approval_link_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id) ON DELETE CASCADE,
  constraint approval_link_pkey PRIMARY KEY (id),
  constraint approval_link_hash_key UNIQUE (hash)
);

create table customers.audit_archive (
  account integer not null,
  month date not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_hash bytea not null,
  last_hash bytea not null,
  entries integer not null,
  constraint audit_archive_pkey PRIMARY KEY (account, month)
);

create table customers.audit_arrival (
  id bigint generated always as identity not null,
  event_id uuid not null,
  payload text not null,
  constraint audit_arrival_pkey PRIMARY KEY (id)
);

create table customers.audit_chain (
  account integer not null,
  seq bigint not null,
  hash bytea not null,
  recorded_at timestamp with time zone not null,
  constraint audit_chain_pkey PRIMARY KEY (account)
);

create table customers.audit_entry (
  id bigint generated always as identity not null,
  account integer not null,
  seq bigint not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  event text not null,
  subject text not null,
  contact_id integer,
  key_id integer,
  body text not null,
  hash bytea not null,
  constraint audit_entry_pkey PRIMARY KEY (id)
);

create table customers.audit_head (
  account integer not null,
  seq bigint not null,
  line text not null,
  signed_at timestamp with time zone not null,
  constraint audit_head_pkey PRIMARY KEY (account)
);

create table customers.audit_person (
  account integer not null,
  seq bigint not null,
  field text not null,
  salt bytea not null,
  value text not null,
  recorded_at timestamp with time zone not null,
  constraint audit_person_pkey PRIMARY KEY (account, seq, field)
);

create table customers.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table customers.contact (
  id integer generated always as identity not null,
  reseller_id integer not null,
  username text not null,
  password_hash text,
  email text not null,
  role text not null,
  api_access_enabled boolean default false not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  company_name text default ''::text not null,
  first_name text default ''::text not null,
  prefix text default ''::text not null,
  initials text default ''::text not null,
  last_name text default ''::text not null,
  street text default ''::text not null,
  house_number text default ''::text not null,
  house_suffix text default ''::text not null,
  zipcode text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  country text default ''::text not null,
  phone_country_code text default ''::text not null,
  phone_area_code text default ''::text not null,
  phone_subscriber_number text default ''::text not null,
  vat text default ''::text not null,
  inn text default ''::text not null,
  kpp text default ''::text not null,
  locale text default ''::text not null,
  comments text default ''::text not null,
  additional_data jsonb default '{}'::jsonb not null,
  auth_type text default ''::text not null,
  is_active boolean default true not null,
  api_allowed_from text[] default '{}'::text[] not null,
  api_denied_from text[] default '{}'::text[] not null,
  panel_allowed_from text[] default '{}'::text[] not null,
  panel_denied_from text[] default '{}'::text[] not null,
  password_changed_at timestamp with time zone,
  password_change_declined_at timestamp with time zone,
  last_login_at timestamp with time zone,
  last_api_call_at timestamp with time zone,
  last_password_login_at timestamp with time zone,
  constraint contact_role CHECK ((role = ANY (ARRAY['admin'::text, 'tech'::text, 'billing'::text, 'readonly'::text]))),
  constraint contact_reseller FOREIGN KEY (reseller_id) REFERENCES customers.reseller(id),
  constraint contact_pkey PRIMARY KEY (id)
);

create table customers.customer (
  id integer generated always as identity not null,
  reseller_id integer not null,
  handle text collate "C" not null,
  username text not null,
  first_name text not null,
  prefix text not null,
  initials text not null,
  last_name text not null,
  company_name text not null,
  email text not null,
  street text not null,
  house_number text not null,
  house_suffix text not null,
  zipcode text not null,
  city text not null,
  state text not null,
  country text not null,
  phone_country_code text not null,
  phone_area_code text not null,
  phone_subscriber_number text not null,
  fax_country_code text not null,
  fax_area_code text not null,
  fax_subscriber_number text not null,
  vat text not null,
  locale text not null,
  comments text not null,
  comments_changed_at timestamp with time zone,
  additional_data jsonb not null,
  extension_additional_data jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  first_name_folded text collate "C" not null,
  last_name_folded text collate "C" not null,
  company_name_folded text collate "C" not null,
  email_folded text collate "C" not null,
  comments_folded text collate "C" not null,
  snapshot_until timestamp with time zone,
  searched text collate "C" not null,
  comments_short text collate "C",
  prefix_folded text collate "C" not null,
  initials_folded text collate "C" not null,
  full_name_folded text collate "C" not null,
  kept_until timestamp with time zone,
  constraint customer_reseller FOREIGN KEY (reseller_id) REFERENCES customers.reseller(id),
  constraint customer_pkey PRIMARY KEY (id),
  constraint customer_handle UNIQUE (handle)
);

create table customers.customer_count (
  reseller_id integer not null,
  companies integer not null,
  individuals integer not null,
  constraint customer_count_reseller FOREIGN KEY (reseller_id) REFERENCES customers.reseller(id),
  constraint customer_count_pkey PRIMARY KEY (reseller_id)
);

create table customers.customer_tag (
  customer_id integer not null,
  tag_id integer not null,
  place integer not null,
  constraint customer_tag_customer FOREIGN KEY (customer_id) REFERENCES customers.customer(id),
  constraint customer_tag_tag FOREIGN KEY (tag_id) REFERENCES customers.tag(id) ON DELETE CASCADE,
  constraint customer_tag_pkey PRIMARY KEY (customer_id, tag_id)
);

create table customers.email_template (
  id integer generated always as identity not null,
  reseller_id integer not null,
  type text not null,
  name text not null,
  locales text[] not null,
  tags text[] not null,
  is_active boolean not null,
  is_default boolean not null,
  subject text not null,
  text text not null,
  html text,
  constraint email_template_pkey PRIMARY KEY (id)
);

create table customers.email_verification (
  id integer generated always as identity not null,
  reseller_id integer not null,
  address text not null,
  email text not null,
  handle text not null,
  language text not null,
  tag text not null,
  status text not null,
  failure text,
  is_suspended boolean default false not null,
  link_nonce bytea,
  started_at timestamp with time zone not null,
  deadline_at timestamp with time zone,
  verified_at timestamp with time zone,
  mails integer not null,
  mails_since timestamp with time zone,
  begun_by_itself boolean default false not null,
  constraint email_verification_begun CHECK (((status = 'not verified'::text) = (deadline_at IS NULL))),
  constraint email_verification_failure CHECK ((failure = ANY (ARRAY['expired'::text, 'bounced'::text]))),
  constraint email_verification_reason CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint email_verification_status CHECK ((status = ANY (ARRAY['not verified'::text, 'in progress'::text, 'verified'::text, 'failed'::text]))),
  constraint email_verification_reseller FOREIGN KEY (reseller_id) REFERENCES customers.reseller(id),
  constraint email_verification_pkey PRIMARY KEY (id),
  constraint email_verification_address UNIQUE (reseller_id, address)
);

create table customers.email_verification_domain (
  verification_id integer,
  domain_id integer not null,
  domain text not null,
  handle text not null,
  version integer not null,
  is_suspended boolean not null,
  suspension_version integer not null,
  placed_at timestamp with time zone default now() not null,
  is_demanded boolean default false not null,
  constraint email_verification_domain_verification FOREIGN KEY (verification_id) REFERENCES customers.email_verification(id),
  constraint email_verification_domain_pkey PRIMARY KEY (domain_id)
);

create table customers.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table customers.event_mail_setting (
  reseller_id integer not null,
  type text collate "C" not null,
  recipients text collate "C" not null,
  constraint event_mail_setting_pkey PRIMARY KEY (reseller_id, type)
);

create table customers.expiry_mail (
  notice_id uuid not null,
  recipient text collate "C" not null,
  reseller_id integer not null,
  domain_id integer not null,
  domain text not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  is_bounced boolean not null,
  constraint expiry_mail_pkey PRIMARY KEY (notice_id, recipient)
);

create table customers.expiry_mail_count (
  reseller_id integer not null,
  mails integer not null,
  constraint expiry_mail_count_pkey PRIMARY KEY (reseller_id)
);

create table customers.expiry_mail_setting (
  reseller_id integer not null,
  to_registrants boolean not null,
  to_administrators boolean not null,
  constraint expiry_mail_setting_pkey PRIMARY KEY (reseller_id)
);

create table customers.factor (
  id integer generated always as identity not null,
  contact_id integer not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  sealed bytea,
  secret_id text,
  last_step bigint default 0 not null,
  credential_id bytea,
  public_key bytea,
  user_handle bytea,
  sign_count bigint,
  transports text[],
  is_user_verified boolean default false not null,
  constraint factor_kind CHECK (
CASE kind
    WHEN 'totp'::text THEN ((sealed IS NOT NULL) AND (secret_id IS NOT NULL))
    WHEN 'passkey'::text THEN ((credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (user_handle IS NOT NULL) AND (sign_count IS NOT NULL) AND (transports IS NOT NULL))
    ELSE false
END),
  constraint factor_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint factor_pkey PRIMARY KEY (id)
);

create table customers.idempotency (
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

create table customers.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table customers.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of customers.inbox default;

create table customers.login_failure (
  subject text not null,
  failed_at timestamp with time zone[] not null,
  blocked_until timestamp with time zone,
  forget_at timestamp with time zone not null,
  constraint login_failure_pkey PRIMARY KEY (subject)
);

create table customers.login_network (
  contact_id integer not null,
  network text not null,
  last_login_at timestamp with time zone not null,
  constraint login_network_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint login_network_pkey PRIMARY KEY (contact_id, network)
);

create table customers.mail_branding (
  reseller_id integer not null,
  name text not null,
  reply_to text not null,
  logo_url text not null,
  color text not null,
  footer text not null,
  constraint mail_branding_pkey PRIMARY KEY (reseller_id)
);

create table customers.nameserver_label (
  label text not null,
  reseller_id integer not null,
  assigned_at timestamp with time zone not null,
  constraint nameserver_label_pkey PRIMARY KEY (label),
  constraint nameserver_label_reseller_id_key UNIQUE (reseller_id)
);

create table customers.oauth_state (
  kind text not null,
  hash bytea not null,
  grant_hash bytea,
  payload text not null,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint oauth_state_pkey PRIMARY KEY (kind, hash)
);

create table customers.outbox (
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

create table customers.passkey_challenge (
  hash bytea not null,
  purpose text not null,
  contact_id integer,
  name text,
  user_handle bytea,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint passkey_challenge_pkey PRIMARY KEY (hash)
);

create table customers.password_reset (
  id uuid not null,
  hash bytea not null,
  contact_id integer not null,
  email text not null,
  password_digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint password_reset_pkey PRIMARY KEY (id)
);

create table customers.policy_mail_by_reseller (
  reseller_id integer not null,
  policy text collate "C" not null,
  constraint policy_mail_by_reseller_pkey PRIMARY KEY (reseller_id, policy)
);

create table customers.recovery_code (
  hash bytea not null,
  contact_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint recovery_code_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint recovery_code_pkey PRIMARY KEY (hash)
);

create unlogged table customers.request_allowance (
  reseller_id integer not null,
  remaining double precision not null,
  as_of timestamp with time zone not null,
  constraint request_allowance_pkey PRIMARY KEY (reseller_id)
);

create table customers.reseller (
  id integer generated always as identity not null,
  company_name text not null,
  currency text not null,
  created_at timestamp with time zone not null,
  requests_per_second double precision,
  requests_burst integer,
  is_auto_renew_enabled boolean default true not null,
  auto_renew_version integer default 0 not null,
  first_name text default ''::text not null,
  prefix text default ''::text not null,
  initials text default ''::text not null,
  last_name text default ''::text not null,
  street text default ''::text not null,
  house_number text default ''::text not null,
  house_suffix text default ''::text not null,
  zipcode text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  country text default ''::text not null,
  phone_country_code text default ''::text not null,
  phone_area_code text default ''::text not null,
  phone_subscriber_number text default ''::text not null,
  fax_country_code text default ''::text not null,
  fax_area_code text default ''::text not null,
  fax_subscriber_number text default ''::text not null,
  vat text default ''::text not null,
  inn text default ''::text not null,
  kpp text default ''::text not null,
  website_url text default ''::text not null,
  locale text default 'en_GB'::text not null,
  comments text default ''::text not null,
  additional_data jsonb default '{}'::jsonb not null,
  enforces_roles boolean default false not null,
  is_second_factor_required boolean default false not null,
  constraint reseller_request_limit CHECK (((requests_per_second > (0)::double precision) AND (requests_burst > 0))),
  constraint reseller_request_limit_whole CHECK (((requests_per_second IS NULL) = (requests_burst IS NULL))),
  constraint reseller_pkey PRIMARY KEY (id)
);

create table customers.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table customers.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table customers.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of customers.sent default;

create table customers.sent_mail (
  id bigint generated always as identity not null,
  message_id text collate "C" not null,
  reseller_id integer not null,
  type text collate "C" not null,
  object text collate "C" not null,
  address text collate "C" not null,
  sent_at timestamp with time zone not null,
  state text collate "C" not null,
  status text collate "C",
  diagnostic text,
  reported_at timestamp with time zone,
  policy text collate "C",
  constraint sent_mail_pkey PRIMARY KEY (id)
);

create table customers.tag (
  id integer generated always as identity not null,
  reseller_id integer not null,
  value text collate "C" not null,
  constraint tag_reseller FOREIGN KEY (reseller_id) REFERENCES customers.reseller(id),
  constraint tag_pkey PRIMARY KEY (id)
);

create table customers.token (
  hash bytea not null,
  contact_id integer not null,
  scope text[] not null,
  bound_to inet,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  grant_hash bytea,
  access_hash bytea,
  access_ends_at timestamp with time zone,
  client_id text,
  client_name text,
  profile text,
  assistant_id integer,
  approval text,
  spend_per_day numeric(21,6),
  spend_per_month numeric(21,6),
  constraint token_contact FOREIGN KEY (contact_id) REFERENCES customers.contact(id),
  constraint token_pkey PRIMARY KEY (hash)
);

CREATE OR REPLACE FUNCTION customers.address_allowed(address inet, allowed text[], denied text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (((cardinality(allowed) = 0) OR customers.ranges_cover(allowed, address)) AND (NOT customers.ranges_cover(denied, address)));
END
;

CREATE OR REPLACE FUNCTION customers.count_changed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.deleted_at is null then
    update customer_count
    set companies = companies - (old.company_name_folded <> '')::integer,
      individuals = individuals - (old.company_name_folded = '')::integer
    where reseller_id = old.reseller_id;
  end if;
  if new.deleted_at is null then
    update customer_count
    set companies = companies + (new.company_name_folded <> '')::integer,
      individuals = individuals + (new.company_name_folded = '')::integer
    where reseller_id = new.reseller_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION customers.count_deleted_expiry_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'customers'
AS $function$
begin
  update expiry_mail_count set mails = expiry_mail_count.mails - gone.mails
  from (select reseller_id, count(*) as mails from deleted group by reseller_id) as gone
  where expiry_mail_count.reseller_id = gone.reseller_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION customers.count_new_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_count as known (reseller_id, companies, individuals)
  select reseller_id, count(*) filter (where company_name_folded <> ''),
    count(*) filter (where company_name_folded = '')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set companies = known.companies + excluded.companies, individuals = known.individuals + excluded.individuals;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION customers.count_new_expiry_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'customers'
AS $function$
declare
  added record;
begin
  for added in select reseller_id, count(*)::integer as mails from fresh group by reseller_id order by reseller_id loop
    update expiry_mail_count set mails = expiry_mail_count.mails + added.mails where reseller_id = added.reseller_id;
    continue when found;
    -- Another transaction may add the row meanwhile: that one has not counted these mails.
    insert into expiry_mail_count as known (reseller_id, mails)
    select added.reseller_id, count(*) from expiry_mail where reseller_id = added.reseller_id
    on conflict (reseller_id) do update set mails = known.mails + added.mails;
  end loop;
  return null;
end $function$
;

create sequence customers.customer_handle_number start 100000;

CREATE INDEX access_change_forget_at ON customers.access_change USING btree (forget_at);

CREATE INDEX access_change_transaction ON customers.access_change USING btree (transaction);

CREATE INDEX adopted_contact_by_id ON customers.adopted_contact USING btree (account, registry_id);

CREATE INDEX adopted_contact_customer_id ON customers.adopted_contact USING btree (customer_id);

CREATE INDEX api_key_contact_id ON customers.api_key USING btree (contact_id);

CREATE INDEX api_key_with_end ON customers.api_key USING btree (id) WHERE ((ended_at IS NULL) AND ((expires_at IS NOT NULL) OR (unused_days > 0)));

CREATE TRIGGER api_key_access_change AFTER DELETE OR UPDATE OF hash, contact_id, scope, allowed_from, expires_at, unused_days, domains, zones, record_names, record_types, spend_per_day, spend_per_month, approval ON customers.api_key FOR EACH ROW EXECUTE FUNCTION customers.note_access_change();

CREATE UNIQUE INDEX api_key_hash ON customers.api_key USING btree (hash);

CREATE INDEX approval_assistant_id ON customers.approval USING btree (assistant_id) WHERE (assistant_id IS NOT NULL);

CREATE INDEX approval_expires_at ON customers.approval USING btree (expires_at);

CREATE INDEX approval_key_id ON customers.approval USING btree (key_id);

CREATE INDEX approval_link_approval_id ON customers.approval_link USING btree (approval_id);

CREATE INDEX approval_link_contact_id ON customers.approval_link USING btree (contact_id);

CREATE TRIGGER audit_archive_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON customers.audit_archive FOR EACH STATEMENT EXECUTE FUNCTION customers.refuse_change_of_audit_trail();

CREATE UNIQUE INDEX audit_arrival_event_id ON customers.audit_arrival USING btree (event_id);

CREATE INDEX audit_entry_any_contact ON customers.audit_entry USING btree (contact_id, id) WHERE (contact_id IS NOT NULL);

CREATE INDEX audit_entry_any_event ON customers.audit_entry USING btree (event, id);

CREATE INDEX audit_entry_any_key ON customers.audit_entry USING btree (key_id, id) WHERE (key_id IS NOT NULL);

CREATE INDEX audit_entry_any_recorded ON customers.audit_entry USING btree (recorded_at, id);

CREATE INDEX audit_entry_any_request ON customers.audit_entry USING btree ((((body)::json ->> 'request'::text)), id);

CREATE INDEX audit_entry_any_subject ON customers.audit_entry USING btree (subject, id);

CREATE INDEX audit_entry_contact ON customers.audit_entry USING btree (account, contact_id, seq) WHERE (contact_id IS NOT NULL);

CREATE INDEX audit_entry_event ON customers.audit_entry USING btree (account, event, seq);

CREATE INDEX audit_entry_key ON customers.audit_entry USING btree (account, key_id, seq) WHERE (key_id IS NOT NULL);

CREATE INDEX audit_entry_recorded ON customers.audit_entry USING btree (account, recorded_at, seq);

CREATE INDEX audit_entry_subject ON customers.audit_entry USING btree (account, subject, seq);

CREATE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR TRUNCATE ON customers.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION customers.refuse_change_of_audit_trail();

CREATE TRIGGER audit_entry_is_archived AFTER DELETE ON customers.audit_entry REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION customers.refuse_loss_of_audit_entries();

CREATE UNIQUE INDEX audit_entry_event_id ON customers.audit_entry USING btree (event_id);

CREATE UNIQUE INDEX audit_entry_seq ON customers.audit_entry USING btree (account, seq);

CREATE INDEX audit_person_recorded_at ON customers.audit_person USING btree (recorded_at);

CREATE INDEX contact_deleted ON customers.contact USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX contact_reseller_id ON customers.contact USING btree (reseller_id);

CREATE TRIGGER contact_access_change AFTER DELETE OR UPDATE OF reseller_id, username, role, api_access_enabled, is_active, deleted_at, api_allowed_from, api_denied_from ON customers.contact FOR EACH ROW EXECUTE FUNCTION customers.note_access_change();

CREATE UNIQUE INDEX contact_username ON customers.contact USING btree (username) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_address ON customers.customer USING btree (email_folded, id) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_email ON customers.customer USING btree (reseller_id, email_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_first_name ON customers.customer USING btree (reseller_id, first_name_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_full_name ON customers.customer USING btree (reseller_id, full_name_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_handle ON customers.customer USING btree (reseller_id, handle, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_initials ON customers.customer USING btree (reseller_id, initials_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_last_name ON customers.customer USING btree (reseller_id, last_name_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_by_prefix ON customers.customer USING btree (reseller_id, prefix_folded, id) INCLUDE (company_name_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_company ON customers.customer USING btree (reseller_id, id) INCLUDE (searched) WHERE ((deleted_at IS NULL) AND (company_name_folded <> ''::text));

CREATE INDEX customer_company_name ON customers.customer USING btree (reseller_id, company_name_folded, id) WHERE (deleted_at IS NULL);

CREATE INDEX customer_deleted ON customers.customer USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX customer_email ON customers.customer USING btree (reseller_id, lower(email) text_pattern_ops);

CREATE INDEX customer_individual ON customers.customer USING btree (reseller_id, id) INCLUDE (searched) WHERE ((deleted_at IS NULL) AND (company_name_folded = ''::text));

CREATE INDEX customer_kept ON customers.customer USING btree (kept_until) WHERE (kept_until IS NOT NULL);

CREATE INDEX customer_long_comments ON customers.customer USING btree (reseller_id, id) WHERE ((deleted_at IS NULL) AND (comments_short IS NULL));

CREATE INDEX customer_reseller_id ON customers.customer USING btree (reseller_id, id) INCLUDE (first_name_folded, last_name_folded, company_name_folded, handle, email_folded) WHERE (deleted_at IS NULL);

CREATE INDEX customer_searched ON customers.customer USING btree (reseller_id, id) INCLUDE (searched) WHERE (deleted_at IS NULL);

CREATE INDEX customer_trigrams ON customers.customer USING gin (reseller_id, searched gin_trgm_ops, first_name_folded gin_trgm_ops, last_name_folded gin_trgm_ops, company_name_folded gin_trgm_ops, email_folded gin_trgm_ops, handle gin_trgm_ops, comments_folded gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);

CREATE INDEX customer_with_comments ON customers.customer USING btree (reseller_id, id) INCLUDE (comments_short, first_name_folded, last_name_folded, company_name_folded, handle, email_folded) WHERE ((deleted_at IS NULL) AND (comments_short <> ''::text));

CREATE TRIGGER customer_count_changed AFTER UPDATE ON customers.customer FOR EACH ROW WHEN ((((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL)) OR ((old.company_name_folded <> ''::text) IS DISTINCT FROM (new.company_name_folded <> ''::text)))) EXECUTE FUNCTION customers.count_changed_customer();

CREATE TRIGGER customer_count_new AFTER INSERT ON customers.customer REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION customers.count_new_customers();

CREATE TRIGGER customer_search_texts BEFORE INSERT OR UPDATE OF first_name_folded, last_name_folded, company_name_folded, handle, comments_folded, prefix_folded ON customers.customer FOR EACH ROW EXECUTE FUNCTION customers.fill_search_texts();

CREATE INDEX customer_tag_tag_id ON customers.customer_tag USING btree (tag_id);

CREATE INDEX email_template_of_account ON customers.email_template USING btree (reseller_id, id);

CREATE INDEX email_verification_deadline ON customers.email_verification USING btree (deadline_at) WHERE ((status = 'in progress'::text) OR ((status = 'failed'::text) AND (NOT is_suspended)));

CREATE INDEX email_verification_handle ON customers.email_verification USING btree (handle);

CREATE INDEX email_verification_started ON customers.email_verification USING btree (started_at);

CREATE INDEX email_verification_domain_handle ON customers.email_verification_domain USING btree (handle);

CREATE INDEX email_verification_domain_name ON customers.email_verification_domain USING btree (domain);

CREATE INDEX email_verification_domain_suspended ON customers.email_verification_domain USING btree (verification_id, is_suspended);

CREATE INDEX email_verification_domain_unplaced ON customers.email_verification_domain USING btree (placed_at) WHERE (verification_id IS NULL);

CREATE INDEX event_chains_by_time ON customers.event_chains USING btree (recorded_at);

CREATE INDEX expiry_mail_by_time ON customers.expiry_mail USING btree (sent_at);

CREATE INDEX expiry_mail_of_account ON customers.expiry_mail USING btree (reseller_id, sent_at);

CREATE INDEX expiry_mail_of_domain ON customers.expiry_mail USING btree (reseller_id, domain_id, sent_at);

CREATE TRIGGER expiry_mail_count_deleted AFTER DELETE ON customers.expiry_mail REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION customers.count_deleted_expiry_mails();

CREATE TRIGGER expiry_mail_count_new AFTER INSERT ON customers.expiry_mail REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION customers.count_new_expiry_mails();

CREATE INDEX factor_contact_id ON customers.factor USING btree (contact_id);

CREATE UNIQUE INDEX factor_credential_id ON customers.factor USING btree (credential_id);

CREATE INDEX idempotency_created_at ON customers.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY customers.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON customers.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON customers.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX login_failure_forget_at ON customers.login_failure USING btree (forget_at);

CREATE INDEX login_network_last_login_at ON customers.login_network USING btree (last_login_at);

CREATE INDEX oauth_state_expires_at ON customers.oauth_state USING btree (expires_at);

CREATE INDEX oauth_state_grant_hash ON customers.oauth_state USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX passkey_challenge_contact_id ON customers.passkey_challenge USING btree (contact_id);

CREATE INDEX passkey_challenge_expires_at ON customers.passkey_challenge USING btree (expires_at);

CREATE INDEX password_reset_contact_id ON customers.password_reset USING btree (contact_id);

CREATE INDEX password_reset_expires_at ON customers.password_reset USING btree (expires_at);

CREATE UNIQUE INDEX password_reset_hash ON customers.password_reset USING btree (hash);

CREATE INDEX recovery_code_contact_id ON customers.recovery_code USING btree (contact_id);

CREATE TRIGGER reseller_access_change AFTER UPDATE OF requests_per_second, requests_burst, enforces_roles ON customers.reseller FOR EACH ROW EXECUTE FUNCTION customers.note_access_change();

CREATE INDEX sent_at ON ONLY customers.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY customers.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON customers.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON customers.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON customers.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_mail_by_address ON customers.sent_mail USING btree (reseller_id, address, sent_at);

CREATE INDEX sent_mail_by_state ON customers.sent_mail USING btree (reseller_id, state, sent_at);

CREATE INDEX sent_mail_demanded ON customers.sent_mail USING btree (sent_at) WHERE (policy IS NOT NULL);

CREATE INDEX sent_mail_not_demanded ON customers.sent_mail USING btree (sent_at) WHERE (policy IS NULL);

CREATE INDEX sent_mail_of_account ON customers.sent_mail USING btree (reseller_id, sent_at);

CREATE UNIQUE INDEX sent_mail_by_message ON customers.sent_mail USING btree (message_id);

CREATE UNIQUE INDEX tag_value ON customers.tag USING btree (reseller_id, md5(value));

CREATE INDEX token_access_hash ON customers.token USING btree (access_hash) WHERE (access_hash IS NOT NULL);

CREATE INDEX token_contact_id ON customers.token USING btree (contact_id);

CREATE INDEX token_expires_at ON customers.token USING btree (expires_at);

CREATE INDEX token_grant_hash ON customers.token USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE TRIGGER token_access_change AFTER DELETE OR UPDATE OF hash, contact_id, scope, bound_to, expires_at, access_hash, access_ends_at, profile, assistant_id, approval, spend_per_day, spend_per_month ON customers.token FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION customers.note_access_change();

CREATE UNIQUE INDEX token_assistant_id ON customers.token USING btree (assistant_id) WHERE (assistant_id IS NOT NULL);

CREATE OR REPLACE FUNCTION customers.fill_search_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.searched := e'\x01' || new.first_name_folded || e'\x01' || new.last_name_folded || e'\x01'
    || new.company_name_folded || e'\x01' || lower(new.handle) || e'\x01';
  new.comments_short := case when length(new.comments_folded) <= 200 then new.comments_folded end;
  new.full_name_folded := concat_ws(' ', new.first_name_folded, nullif(new.prefix_folded, ''), new.last_name_folded);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION customers.key_valid(key customers.api_key, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT ((((key).expires_at IS NULL) OR ((key).expires_at > at)) AND (((key).unused_days = 0) OR ((GREATEST((key).created_at, (key).rotated_at, (key).last_used_at) + (((key).unused_days)::double precision * '1 day'::interval)) > at)));
END
;

CREATE OR REPLACE FUNCTION customers.note_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'customers'
AS $function$
begin
  if tg_table_name = 'reseller' then
    insert into access_change (reseller_id) values (new.id);
  elsif tg_table_name = 'contact' then
    insert into access_change (reseller_id) values (old.reseller_id);
  else
    insert into access_change (reseller_id) select reseller_id from contact where id = old.contact_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION customers.ranges_cover(ranges text[], address inet)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM unnest(ranges_cover.ranges) range(given)
           WHERE (ranges_cover.address <<= customers.unmapped_range((range.given)::inet)))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION customers.refuse_change_of_audit_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the audit trail is append-only'; end $function$
;

CREATE OR REPLACE FUNCTION customers.refuse_loss_of_audit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if exists (
    select from gone where not exists (
      select from audit_archive a
      where a.account = gone.account and gone.seq between a.first_seq and a.last_seq))
  then raise exception 'the audit trail is append-only'; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION customers.unmapped_range(given inet)
 RETURNS inet
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (given <<= '::ffff:0.0.0.0/96'::inet) THEN set_masklen(('0.0.0.0'::inet + (set_masklen(given, 128) - '::ffff:0.0.0.0'::inet)), (masklen(given) - 96))
             ELSE given
         END AS given;
END
;
