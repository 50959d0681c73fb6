-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- How far the registry's clock is ahead of real time: one row.
create table clock (
  is_the_row boolean primary key default true check (is_the_row),
  offset_seconds bigint not null default 0 check (offset_seconds >= 0)
);

-- Limits of connections: one row per port. `common` serves every TLD, and each profile has a port of its own.
create table session_policy (
  server_id text not null,
  max_frame_octets integer not null check (max_frame_octets > 0),
  idle_seconds integer not null check (idle_seconds > 0),
  absolute_seconds integer not null check (absolute_seconds > 0),
  max_sessions integer not null check (max_sessions > 0),
  max_login_attempts integer not null check (max_login_attempts > 0),
  max_check_objects integer not null check (max_check_objects > 0),
  -- allowed: not checked; refused: answered with 2306; closed: the connection is closed without an answer
  reused_cltrid text not null check (reused_cltrid in ('allowed', 'refused', 'closed')),
  door text primary key default 'common',
  -- commands of one registrar a minute; null: no limit
  commands_per_minute integer check (commands_per_minute > 0),
  -- how long an error response is delayed
  error_penalty_ms integer not null default 0 check (error_penalty_ms >= 0),
  -- commands of one registrar a second; null: no limit
  commands_per_second integer check (commands_per_second > 0)
);

-- The clients of the registry.
create table registrar (
  cl_id text primary key check (length(cl_id) between 3 and 16),
  password_hash text not null,
  -- SHA-256 of the client certificate that the registrar must present, in lower-case hex
  certificate_sha256 text,
  -- how many cents the balance may be negative, in each currency; null: no limit
  credit bigint check (credit >= 0)
);

-- The rules that a group of TLDs shares. The defaults are those of a generic TLD; each start overwrites them with the
-- catalogue.
create table profile (
  name text primary key,
  hosts text not null check (hosts in ('objects', 'attributes')),
  max_hosts integer not null check (max_hosts >= 0),
  contacts text not null check (contacts in ('required', 'optional', 'prohibited')),
  min_period_years integer not null,
  default_period_years integer not null,
  max_period_years integer not null,
  renewal text not null default 'by-command' check (renewal in ('by-command', 'none')),
  transfer text not null default 'pending' check (transfer in ('pending', 'instant')),
  transfer_days integer not null default 5 check (transfer_days >= 0),
  add_grace_days integer not null default 5 check (add_grace_days >= 0),
  renew_grace_days integer not null default 5 check (renew_grace_days >= 0),
  transfer_grace_days integer not null default 5 check (transfer_grace_days >= 0),
  auto_renew_grace_days integer not null default 45 check (auto_renew_grace_days >= 0),
  redemption_days integer not null default 30 check (redemption_days >= 0),
  pending_delete_days integer not null default 5 check (pending_delete_days >= 0),
  restore text not null default 'report' check (restore in ('report', 'immediate')),
  report_days integer not null default 7 check (report_days >= 0),
  processing text not null default 'immediate' check (processing in ('immediate', 'pending')),
  processing_seconds integer not null default 0 check (processing_seconds >= 0),
  sec_dns text not null default 'ds' check (sec_dns in ('ds', 'key')),
  max_sec_dns integer not null default 8 check (max_sec_dns >= 0),
  empty_containers text not null default 'allowed' check (empty_containers in ('allowed', 'refused')),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- EPP extensions beside the object mappings, by the local names of their namespaces, such as `fee`
  extensions text[] not null default '{}',
  -- empty: any script, and a create needs no table
  idn_tables text[] not null default '{}',
  -- the years that a transfer adds to the expiry date
  transfer_years integer not null default 1 check (transfer_years >= 0),
  -- how long after a create or transfer another transfer is refused
  transfer_lock_days integer not null default 0 check (transfer_lock_days >= 0),
  -- the result code for a registrar that requests a transfer of its own name
  self_transfer_code integer not null default 2106 check (self_transfer_code in (2002, 2106)),
  -- prices of a year of a create or renew, of a transfer, and of a restore
  create_cents integer not null default 800 check (create_cents >= 0),
  renew_cents integer not null default 800 check (renew_cents >= 0),
  transfer_cents integer not null default 800 check (transfer_cents >= 0),
  restore_cents integer not null default 4000 check (restore_cents >= 0),
  constraint profile_check
    check (0 < min_period_years and min_period_years <= default_period_years and default_period_years <= max_period_years)
);

-- The TLDs of the registry.
create table tld (
  name text primary key,
  profile text not null references profile,
  -- overrides the profile
  redemption_days integer check (redemption_days >= 0),
  -- RFC 8334 section 2.3
  launch_phase text not null default 'open' check (launch_phase in ('sunrise', 'claims', 'open'))
);

-- Names that are reserved or have a premium price.
create table special_name (
  name text primary key,
  kind text not null check (kind in ('reserved', 'premium')),
  -- a year of a premium name; renewals and transfers cost the second price
  create_cents integer check (create_cents >= 0),
  renew_cents integer check (renew_cents >= 0),
  -- the allocation token that opens a reserved name (RFC 8495)
  token text,
  constraint premium_has_prices check ((kind = 'premium') = (create_cents is not null and renew_cents is not null))
);

-- Numbers of repository objects, for their ROIDs.
create sequence repository_object;

-- Contact objects (RFC 5733).
create table contact (
  id text primary key,
  roid text not null unique,
  postal_info jsonb not null,
  voice text,
  voice_extension text,
  fax text,
  fax_extension text,
  email text not null,
  disclose jsonb,
  auth_info text,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null,
  statuses text[] not null default '{}',
  updated_by text references registrar,
  updated_at timestamptz
);

-- The letters that a label in a script may contain beside digits and hyphens.
create table idn_table (
  name text primary key,
  letters text not null,
  takes_latin boolean not null
);

-- Domain objects (RFC 5731). The primary key decides which of several registrars gets a name.
create table domain (
  name text primary key,
  roid text not null unique,
  tld text not null references tld,
  registrant text references contact,
  auth_info text,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  idn_table text references idn_table,
  statuses text[] not null default '{}',
  updated_by text references registrar,
  updated_at timestamptz,
  transferred_at timestamptz,
  -- the state of a deleted domain (RFC 3915), and until when it lasts
  rgp text check (rgp in ('redemptionPeriod', 'pendingRestore', 'pendingDelete')),
  rgp_until timestamptz,
  -- the end of the redemption period, which continues after a restore without a report
  redemption_until timestamptz,
  -- transaction identifiers of the delete, for the poll message about its end
  deleted_cltrid text,
  deleted_svtrid text,
  constraint rgp_ends check ((rgp is null) = (rgp_until is null)),
  constraint rgp_is_of_a_delete check (rgp is null or (redemption_until is not null and deleted_svtrid is not null))
);
create index domain_registrant on domain (registrant);
create index domain_auto_renewal on domain (expires_at) where rgp is null;
create index domain_rgp on domain (rgp_until) where rgp is not null;

-- The contacts of domains beside the registrant.
create table domain_contact (
  domain text not null references domain on delete cascade,
  type text not null check (type in ('admin', 'billing', 'tech')),
  contact text not null references contact,
  primary key (domain, type, contact)
);
create index domain_contact_contact on domain_contact (contact);

-- Host objects (RFC 5732).
create table host (
  name text primary key,
  roid text not null unique,
  -- the domain that the name is below, if it is in this registry
  superordinate text references domain,
  addresses inet[] not null,
  sponsor text not null references registrar,
  created_by text not null references registrar,
  created_at timestamptz not null,
  statuses text[] not null default '{}',
  updated_by text references registrar,
  updated_at timestamptz
);
create index host_superordinate on host (superordinate);

-- Delegations to host objects.
create table domain_host (
  domain text not null references domain on delete cascade,
  host text not null references host on update cascade,
  primary key (domain, host)
);
create index domain_host_host on domain_host (host);

-- Delegations to hosts that are attributes of the domain (RFC 5731 section 1.1).
create table domain_host_attribute (
  domain text not null references domain on delete cascade,
  host_name text not null,
  addresses inet[] not null,
  primary key (domain, host_name)
);

-- Numbers of server transaction identifiers.
create sequence server_transaction;

-- Every command with its response. Secrets are masked before they are stored.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  session uuid not null,
  registrar text,
  command text,
  objects text[] not null,
  cltrid text,
  svtrid text not null unique,
  code integer,
  fault text,
  request text,
  response text
);
create index audit_cltrid on audit (cltrid);
create index audit_objects on audit using gin (objects);

-- Faults that the control API plans for the next commands.
create table fault (
  id bigint generated always as identity primary key,
  -- null: any command
  command text,
  object text,
  kind text not null check (kind in (
    'drop-response', 'drop-request', 'delay', 'partial', 'close-before-answer', 'garbage', 'wrong-trid', 'out-of-order',
    'inject-code', 'end-session', 'ignore-sec-dns', 'suppress-poll')),
  remaining integer not null check (remaining >= 0),
  code integer,
  milliseconds integer,
  -- null: any registrar
  registrar text,
  constraint fault_check check ((kind = 'inject-code') = (code is not null)),
  constraint fault_check1 check ((kind = 'delay') = (milliseconds is not null))
);

-- DS records or keys of a domain (RFC 5910), as they were given.
create table domain_sec_dns (
  id bigint generated always as identity primary key,
  domain text not null references domain on delete cascade,
  record jsonb not null,
  constraint domain_sec_dns_domain_record_key unique (domain, record)
);

-- Labels in the trademark clearinghouse.
create table trademark (
  label text primary key,
  claim_key text not null
);

-- Commands on domains that were answered with 1001 and wait for a decision (RFC 5731 section 3.3).
create table pending_action (
  domain text primary key references domain on delete cascade,
  kind text not null check (kind in ('create', 'update')),
  registrar text not null references registrar,
  cltrid text,
  svtrid text not null,
  due_at timestamptz not null,
  -- the update as it was sent: its element, and its extensions by namespace
  payload jsonb,
  extensions jsonb,
  constraint pending_action_check check ((kind = 'update') = (payload is not null and extensions is not null))
);
create index pending_action_due on pending_action (due_at);

-- The last transfer of a domain.
create table transfer (
  domain text primary key references domain on delete cascade,
  status text not null check (status in (
    'pending', 'clientApproved', 'clientRejected', 'clientCancelled', 'serverApproved', 'serverCancelled')),
  requested_by text not null references registrar,
  requested_at timestamptz not null,
  -- the registrar that must act by acts_at, or acted then
  acting text not null references registrar,
  acts_at timestamptz not null,
  -- the new expiry date of the domain once the transfer is done
  expires_at timestamptz
);
create index transfer_pending on transfer (acts_at) where status = 'pending';

-- What registrars were charged, in cents. A refund is the negative of the charge it refers to; a charge is refunded
-- once.
create table charge (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  registrar text not null references registrar,
  domain text not null,
  kind text not null check (kind in ('create', 'renew', 'auto-renew', 'transfer', 'restore')),
  years integer not null check (years >= 0),
  cents bigint not null,
  currency text not null,
  refund_of bigint unique references charge,
  -- the command that caused it; null when the registry did
  svtrid text,
  constraint charge_check check ((refund_of is null) = (cents >= 0))
);
create index charge_registrar on charge (registrar, currency) include (cents);
create index charge_domain on charge (domain);

-- Periods in which a delete refunds the charge (RFC 3915 section 3.1).
create table grace (
  domain text not null references domain on delete cascade,
  kind text not null check (kind in ('addPeriod', 'renewPeriod', 'autoRenewPeriod', 'transferPeriod')),
  charge bigint primary key references charge,
  ends_at timestamptz not null
);
create index grace_domain on grace (domain);

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
