-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- The role of a service may not create extensions, so the user who migrates does. pg_trgm finds texts by any three
-- letters; btree_gin lets one inverted index hold whole numbers beside such texts.
set local role none;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
set local role nameyard_domains;

-- Domains as resellers ordered them, from order to release.
create table domain (
  id serial primary key,
  reseller_id integer not null,
  -- whole name, A-labels, lower case. Names are sorted by byte, so that every database sorts alike and an index finds
  -- a name by its beginning.
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
  -- [{name, ip?, ip6?}] in the order that the registry receives them
  name_servers jsonb not null,
  auth_code text not null,
  is_locked boolean not null,
  comments text not null,
  comments_changed_at timestamptz,
  roid text,
  failure_code integer,
  failure_reason text,
  ordered_at timestamptz not null,
  created_at timestamptz,
  activated_at timestamptz,
  registry_expires_at timestamptz,
  expires_at timestamptz,
  renews_at timestamptz,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  -- number of changes; services that store a copy ignore an older version
  version integer not null,
  -- auth code for the transfer from another registrar; empty once the domain is here
  transfer_code text not null default '',
  -- whether the registry charges more for the name than for others
  is_premium boolean not null default false,
  -- [{flags, protocol, alg, pubKey}]
  zone_keys jsonb not null default '[]',
  internal_auth_code text not null default '',
  is_private boolean not null default false,
  is_suspended boolean not null default false,
  additional_data jsonb not null default '{}',
  -- as last seen at the registry
  registry_statuses jsonb not null default '[]',
  grace_statuses jsonb not null default '[]',
  scheduled_at timestamptz,
  retry_at timestamptz,
  transfer_locked_until timestamptz,
  transfer_acts_at timestamptz,
  -- ends of the two parts of the quarantine
  soft_ends_at timestamptz,
  hard_ends_at timestamptz,
  removal_reason text,
  observed_at timestamptz,
  looks_at timestamptz,
  -- the last message about the suspension that was applied, from the verification of the registrant's address: two
  -- messages may carry the same time, so a version orders them
  suspension_version integer not null default 0,
  -- what an order waits for (`authorization` of the registrant, or `money`), and since when
  waits_for text,
  waits_since timestamptz,
  -- when the registrant authorized the transfer
  authorized_at timestamptz,
  -- what `autorenew: default` means for the domain: a copy of the account's setting
  is_auto_renewed_by_default boolean not null default true,
  -- the launch phase of the order, with its signed mark or claims notice
  application jsonb,
  -- until when WHOIS privacy that was switched off is paid; while it is on, it lasts as long as the domain
  privacy_until timestamptz,
  -- object at the registry that the code of a transfer belongs to, where it is not the domain
  transfer_roid text not null default '',
  -- number of the nameserver group that the nameservers were copied from
  ns_group_id integer,
  constraint domain_name_of_its_parts check (name = label || '.' || extension)
);
-- Existing clients expect numbers of seven digits.
alter sequence domain_id_seq restart with 1000001;

-- One live order or domain per name on the whole platform; failed orders may exist beside it.
create unique index one_live_domain_per_name on domain (name) where deleted_at is null and phase <> 'failed';
create index domain_by_name on domain (reseller_id, name);

-- The domains that use a customer in any role. Handles are unique over all accounts. No pending list: readers would
-- have to search it too, and the planner would then read the whole table instead.
create index domain_by_handle on domain
  using gin ((array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle]))
  with (fastupdate = off)
  where deleted_at is null;

-- Counts the domains of an account that use a nameserver group.
create index domain_by_ns_group on domain (reseller_id, ns_group)
  where deleted_at is null and phase <> 'failed' and ns_group <> '';

-- The domains that are delegated to a nameserver. No pending list: readers would have to search it too.
create index domain_by_nameserver on domain using gin (name_servers jsonb_path_ops)
  with (fastupdate = off)
  where deleted_at is null;
create index domain_deleted on domain (reseller_id, id) where deleted_at is not null;

-- Includes the type, which separates the queues of new orders and of transfers.
create index domain_by_phase on domain (reseller_id, phase, id) include (type) where deleted_at is null;

-- Finds an account's domains by letters anywhere in a text. Nameserver groups are searched among those the account has.
-- No pending list: readers would have to search it too.
create index domain_trigrams on domain using gin (
  reseller_id,
  label public.gin_trgm_ops,
  lower(comments) public.gin_trgm_ops
) with (fastupdate = off) where deleted_at is null;

-- The few domains whose comments are in no index.
create index domain_long_comments on domain (reseller_id, id) where deleted_at is null and length(comments) > 200;

-- Why names were removed from an account.
create index domain_by_removal_reason on domain (reseller_id, removal_reason, id)
  where deleted_at is not null and removal_reason is not null;

-- Domains that will be removed, with a reason that is known before.
create index domain_being_removed on domain (reseller_id, removal_reason, id)
  where deleted_at is null and removal_reason is not null;
create index domain_by_application on domain (reseller_id, (application ->> 'mode'), id)
  where application is not null and deleted_at is null;

-- Domains of all accounts, deleted ones included: what came before an operation on the name.
create index domain_of_name on domain (name);

-- The order of an account's list. Includes the columns that lists are filtered by most: names are counted by letters
-- anywhere in them, for one status or extension or all, without reading rows, in the order of the rows.
create index domain_listed on domain (reseller_id, id) include (label, extension, phase)
  where deleted_at is null;

-- Sorts by the label and then by the extension; for one status or extension without reading rows, on any page.
create index domain_listed_by_label on domain (reseller_id, label, id) include (extension, phase)
  where deleted_at is null;

-- Counts the domains of an extension that have a status, without reading rows.
create index domain_listed_by_extension on domain (reseller_id, extension, id) include (phase)
  where deleted_at is null;

-- Scanned for the domains of one status too, without reading rows.
create index domain_listed_by_extension_and_label on domain (reseller_id, extension, label, id) include (phase)
  where deleted_at is null;

-- Scanned to any page in the order of dates without reading rows, for all domains or those of a status, an extension or
-- a name.
create index domain_listed_by_order_date on domain (reseller_id, ordered_at, id)
  include (label, extension, phase)
  where deleted_at is null;
create index domain_listed_by_active_date on domain (reseller_id, activated_at, id)
  include (label, extension, phase)
  where deleted_at is null;
create index domain_listed_by_expiration_date on domain (reseller_id, expires_at, id)
  include (label, extension, phase)
  where deleted_at is null;
create index domain_listed_by_renewal_date on domain (reseller_id, renews_at, id)
  include (label, extension, phase)
  where deleted_at is null;

-- The planner uses an expression from an index only if the index also includes the columns of the expression.
create index domain_listed_by_ns_group on domain (reseller_id, lower(ns_group), id)
  include (ns_group, extension, phase)
  where deleted_at is null;

-- The account's domains with comments, which few have, except long ones.
create index domain_listed_with_comments on domain (reseller_id, id) include (comments, label, extension, phase)
  where deleted_at is null and comments <> '' and length(comments) <= 200;

-- A handle or nameserver group that many domains have is found by scanning the account, without reading rows: no sorted
-- list can be searched by handle in another way.
create index domain_listed_with_handles on domain (reseller_id, id)
  include (owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, label, extension, phase)
  where deleted_at is null;

-- How often a handle is used: the planner looks up a rare one, and finds a frequent one while scanning the account.
create statistics domain_handles on (array[owner_handle, admin_handle, tech_handle, billing_handle, reseller_handle])
  from domain;
-- How few comments are long: the planner reads those, instead of finding them by their letters.
create statistics domain_comment_lengths on (length(comments)) from domain;
-- How often letters occur in comments: letters of many comments are counted in the index of all comments.
create statistics domain_folded_comments on (lower(comments)) from domain;

-- The counters that a domain adds to. Handles of deleted domains are not counted: no list shows that number.
create function domain_counted_as(phase text, extension text, ns_group text, handles text[], is_deleted boolean)
returns table (kind text, value text) language sql immutable as $$
  select 'phase', phase
  union all select 'extension', extension
  union all select 'ns_group', lower(ns_group)
  union all select distinct 'handle', handle from unnest(handles) handle where handle <> '' and not is_deleted
$$;

-- Adds the pending changes to the counters. Only one transaction does it at a time, and a second one skips it: no
-- transaction ever waits for a counter.
create function fold_domain_counts() returns void language plpgsql set search_path from current as $$
begin
  if not pg_try_advisory_xact_lock('domain_count'::regclass::oid::integer, 0) then return; end if;
  with known as (delete from domain_count_change returning *)
  insert into domain_count as counter (reseller_id, is_deleted, kind, value, domains)
  select reseller_id, is_deleted, kind, value, sum(change) from known group by 1, 2, 3, 4 having sum(change) <> 0
  on conflict (reseller_id, is_deleted, kind, value) do update set domains = counter.domains + excluded.domains;
end $$;

-- Counts new domains, any number of them in one statement. One row in 256 triggers the folding of all pending changes.
create function count_new_domains() returns trigger language plpgsql set search_path from current as $$
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
end $$;
create trigger domain_count_new after insert on domain referencing new table as fresh
  for each statement execute function count_new_domains();

-- Moves a changed domain to its new counters. The most frequent change is a new phase: then the other counters are not
-- compared, which takes a fifth of the time.
create function count_changed_domain() returns trigger language plpgsql set search_path from current as $$
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
end $$;
create trigger domain_count_changed after update on domain for each row
  when ((old.reseller_id, old.deleted_at is null, old.phase, old.extension, old.ns_group, old.owner_handle,
      old.admin_handle, old.tech_handle, old.billing_handle, old.reseller_handle)
    is distinct from (new.reseller_id, new.deleted_at is null, new.phase, new.extension, new.ns_group, new.owner_handle,
      new.admin_handle, new.tech_handle, new.billing_handle, new.reseller_handle))
  execute function count_changed_domain();

-- Operations at a registry for a domain, and their results. The registry worker's row has the same id.
create table registry_operation (
  operation_id uuid primary key,
  domain_id integer not null references domain,
  kind text not null,
  state text not null,
  submitted_at timestamptz not null,
  settled_at timestamptz,
  -- what the account paid for the operation, as it was reserved; null for an operation that is free
  charge jsonb,
  -- what the operation is for
  purpose text not null default 'create',
  -- what caused it: an order, a timer, a message of the registry, a transition
  cause text not null default 'order',
  pending_at timestamptz,
  -- why it was refused, in words
  reason text,
  -- the values of the domain before the operation, restored if the operation is refused
  rollback jsonb,
  -- the highest fee accepted for a premium name: a held order is submitted with it later
  fee jsonb,
  -- the name of the refusal in the catalogue
  refusal text,
  -- the order in which the operations of a domain were submitted: clocks of replicas differ, and may show the same time
  seq bigserial
);
create index registry_operation_of_domain on registry_operation (domain_id, submitted_at);

-- Orders that must never be placed: their reservations were released.
create table refused_order (
  order_id uuid primary key,
  refused_at timestamptz not null
);

-- Events that the phase of a domain does not allow. The phase was kept; an operator must check the domain.
create table lifecycle_violation (
  id bigserial primary key,
  domain_id integer not null references domain,
  phase text not null,
  event text not null,
  operation_id uuid,
  -- the domain as stored here
  domain jsonb not null,
  -- the domain as the registry showed it
  registry jsonb not null,
  happened_at timestamptz not null
);
create index lifecycle_violation_by_domain on lifecycle_violation (domain_id, happened_at);

-- Rules of extensions that an operator changed, each from an instant on; they override the shipped rules.
create table tld_rule (
  extension text not null,
  effective_from timestamptz not null,
  -- only the changed rules
  rules jsonb not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (extension, effective_from)
);

-- Contracts with registries that are signed. The contract with the sandbox is shipped signed.
create table registry_contract (
  contract text primary key,
  signed_by text not null,
  signed_at timestamptz not null
);
insert into registry_contract (contract, signed_by, signed_at) values ('sandbox', 'shipped', '2020-01-01 00:00:00+00');

-- How many domains an account has in each phase, of each extension, with each nameserver group and each handle: every
-- page of a list shows such numbers.
create table domain_count (
  reseller_id integer not null,
  is_deleted boolean not null,
  -- phase, extension, ns_group, handle
  kind text not null,
  value text collate "C" not null,
  domains integer not null,
  primary key (reseller_id, is_deleted, kind, value)
);

-- Changes of counters that are not added up yet: each transaction inserts rows of its own, so that transactions of one
-- account never wait for each other. Readers add them to the counters.
create table domain_count_change (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  is_deleted boolean not null,
  kind text not null,
  value text collate "C" not null,
  change integer not null
);

-- The link with which a registrant authorizes a transfer, and how many mails were sent with it.
create table transfer_authorization (
  domain_id integer primary key references domain,
  -- number of the newest link; older links are void
  nonce text not null,
  mails integer not null,
  mails_since timestamptz not null
);

-- Settings of accounts, as the customers service last published them: whether `autorenew: default` renews.
create table account_setting (
  reseller_id integer primary key,
  is_auto_renewed boolean not null,
  version integer not null
);

-- Domains that differ at their registry from what they must be. The row is deleted once they agree.
create table registry_drift (
  domain_id integer primary key references domain,
  -- nameservers and statuses as they must be
  desired jsonb not null,
  -- the domain as the registry showed it
  registry jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null
);

-- The rules by which the timers of the domains of an extension are set, and how far timers were recomputed after a
-- change.
create table extension_timing (
  extension text primary key,
  timing text not null,
  -- number of the last domain whose timers were recomputed; null when all are
  redone_to integer
);
