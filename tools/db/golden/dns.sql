-- The schema dns, printed from a migrated database.

create table dns.account_nameservers (
  reseller_id integer not null,
  label text,
  constraint account_nameservers_pkey PRIMARY KEY (reseller_id),
  constraint account_nameservers_label_key UNIQUE (label)
);

create table dns.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table dns.drift_sweep (
  id integer default 1 not null,
  next_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  next_comparison_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  constraint drift_sweep_one_row CHECK ((id = 1)),
  constraint drift_sweep_pkey PRIMARY KEY (id)
);

create table dns.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table dns.holder (
  name text not null,
  domain_id integer not null,
  reseller_id integer,
  version integer not null,
  changed_at timestamp with time zone not null,
  constraint holder_pkey PRIMARY KEY (name)
);

create table dns.holder_fill (
  id integer default 1 not null,
  started_at timestamp with time zone default now() not null,
  after_domain integer default 0 not null,
  is_done boolean default false not null,
  constraint holder_fill_one_row CHECK ((id = 1)),
  constraint holder_fill_pkey PRIMARY KEY (id)
);

create table dns.idempotency (
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

create table dns.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table dns.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of dns.inbox default;

create table dns.nameserver (
  id integer generated always as identity not null,
  reseller_id integer not null,
  name text not null,
  ip inet,
  ip6 inet,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  registry_state text default 'none'::text not null,
  registry_operation uuid,
  registry_reason text,
  before_ip inet,
  before_ip6 inet,
  constraint nameserver_families CHECK (((family(ip) = 4) AND (family(ip6) = 6))),
  constraint nameserver_has_an_address CHECK (((ip IS NOT NULL) OR (ip6 IS NOT NULL))),
  constraint nameserver_pkey PRIMARY KEY (id)
);

create table dns.ns_group (
  id integer generated always as identity not null,
  reseller_id integer not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint ns_group_pkey PRIMARY KEY (id)
);

create table dns.ns_group_member (
  group_id integer not null,
  place integer not null,
  name text not null,
  ip inet,
  ip6 inet,
  constraint ns_group_member_group FOREIGN KEY (group_id) REFERENCES dns.ns_group(id),
  constraint ns_group_member_pkey PRIMARY KEY (group_id, place),
  constraint one_ns_group_member_per_name UNIQUE (group_id, name)
);

create table dns.outbox (
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

create table dns.prepared_zone (
  name text not null,
  reseller_id integer not null,
  records bytea not null,
  is_secured boolean default false not null,
  created_at timestamp with time zone not null,
  constraint prepared_zone_pkey PRIMARY KEY (name, reseller_id)
);

create table dns.proved_name (
  name text not null,
  reseller_id integer not null,
  proved_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint proved_name_pkey PRIMARY KEY (name)
);

create table dns.published_zone (
  name text not null,
  version bigint not null,
  records bytea not null,
  published_at timestamp with time zone not null,
  constraint published_zone_pkey PRIMARY KEY (name)
);

create table dns.record (
  id bigint generated always as identity not null,
  zone_id integer not null,
  owner text not null,
  type text not null,
  ttl integer not null,
  prio integer not null,
  value text not null,
  rdata bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint record_ttl CHECK ((ttl >= 0)),
  constraint record_pkey PRIMARY KEY (id)
);

create table dns.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table dns.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table dns.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of dns.sent default;

create table dns.template (
  id integer generated always as identity not null,
  reseller_id integer not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint template_pkey PRIMARY KEY (id)
);

create table dns.template_record (
  id integer generated always as identity not null,
  template_id integer not null,
  place integer not null,
  type text not null,
  name text not null,
  value text not null,
  ttl integer not null,
  prio integer,
  constraint template_record_template FOREIGN KEY (template_id) REFERENCES dns.template(id) ON DELETE CASCADE,
  constraint template_record_pkey PRIMARY KEY (id),
  constraint one_template_record_per_place UNIQUE (template_id, place)
);

create table dns.zone (
  id integer generated always as identity not null,
  reseller_id integer not null,
  name text not null,
  type text not null,
  provider text not null,
  version bigint not null,
  published_version bigint not null,
  published_at timestamp with time zone,
  attempts integer not null,
  next_attempt_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  compared_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  behind_since timestamp with time zone,
  master_address text,
  rejection text,
  waits jsonb,
  unpublished jsonb,
  breaks integer default 0 not null,
  kept_for integer,
  ends_at timestamp with time zone,
  moved_version bigint default 0 not null,
  constraint zone_provider CHECK ((provider = 'openprovider'::text)),
  constraint zone_published_no_further_than_version CHECK ((published_version <= version)),
  constraint zone_slave_has_master CHECK (((type = 'slave'::text) = (master_address IS NOT NULL))),
  constraint zone_type CHECK ((type = ANY (ARRAY['master'::text, 'slave'::text]))),
  constraint zone_pkey PRIMARY KEY (id)
);

create table dns.zone_change (
  zone_id integer not null,
  version bigint not null,
  changed_at timestamp with time zone not null,
  contact_id integer,
  username text,
  source text not null,
  removed bytea not null,
  added bytea not null,
  removed_count integer not null,
  added_count integer not null,
  request text,
  trace text,
  published_at timestamp with time zone,
  served jsonb,
  constraint zone_change_zone FOREIGN KEY (zone_id) REFERENCES dns.zone(id),
  constraint zone_change_pkey PRIMARY KEY (zone_id, version)
);

create table dns.zone_count (
  reseller_id integer not null,
  masters integer not null,
  slaves integer not null,
  constraint zone_count_pkey PRIMARY KEY (reseller_id)
);

create table dns.zone_delegation (
  zone_id integer not null,
  reseller_id integer,
  state text,
  found text[] default '{}'::text[] not null,
  checked_at timestamp with time zone,
  tried_at timestamp with time zone,
  due_at timestamp with time zone not null,
  claimed_until timestamp with time zone,
  constraint zone_delegation_zone FOREIGN KEY (zone_id) REFERENCES dns.zone(id),
  constraint zone_delegation_pkey PRIMARY KEY (zone_id)
);

create table dns.zone_key (
  zone_id integer not null,
  flags integer not null,
  algorithm integer not null,
  public_key bytea not null,
  private_key bytea not null,
  secret_id text not null,
  created_at timestamp with time zone not null,
  is_wanted boolean not null,
  seen_at timestamp with time zone,
  is_delegated boolean not null,
  withdrawn_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  attempts integer not null,
  claimed_until timestamp with time zone,
  last_error text,
  constraint zone_key_zone FOREIGN KEY (zone_id) REFERENCES dns.zone(id),
  constraint zone_key_pkey PRIMARY KEY (zone_id)
);

create table dns.zone_link (
  hash bytea not null,
  zone_id integer not null,
  contact_id integer not null,
  username text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  maker_stamp text,
  constraint zone_link_zone FOREIGN KEY (zone_id) REFERENCES dns.zone(id),
  constraint zone_link_pkey PRIMARY KEY (hash)
);

create table dns.zone_proof (
  name text not null,
  reseller_id integer not null,
  value text not null,
  expires_at timestamp with time zone not null,
  constraint zone_proof_pkey PRIMARY KEY (name, reseller_id)
);

create table dns.zone_transfer (
  zone_id integer not null,
  serial bigint not null,
  transferred_at timestamp with time zone not null,
  last_check bigint not null,
  seen_at timestamp with time zone not null,
  refresh integer not null,
  asked_at timestamp with time zone,
  silent_since timestamp with time zone,
  constraint zone_transfer_zone FOREIGN KEY (zone_id) REFERENCES dns.zone(id),
  constraint zone_transfer_pkey PRIMARY KEY (zone_id)
);

CREATE OR REPLACE FUNCTION dns.count_changed_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
declare change integer := case when new.deleted_at is null then 1 else -1 end;
begin
  update zone_count
  set masters = masters + change * (new.type = 'master')::integer, slaves = slaves + change * (new.type = 'slave')::integer
  where reseller_id = new.reseller_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION dns.count_moved_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
begin
  insert into zone_count as known (reseller_id, masters, slaves)
  select reseller_id, change * (new.type = 'master')::integer, change * (new.type = 'slave')::integer
  from (values (old.reseller_id, -1), (new.reseller_id, 1)) as moved (reseller_id, change) order by reseller_id
  on conflict (reseller_id) do update
    set masters = known.masters + excluded.masters, slaves = known.slaves + excluded.slaves;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION dns.count_new_zones()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
begin
  insert into zone_count as known (reseller_id, masters, slaves)
  select reseller_id, count(*) filter (where type = 'master'), count(*) filter (where type = 'slave')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set masters = known.masters + excluded.masters, slaves = known.slaves + excluded.slaves;
  return null;
end $function$
;

CREATE INDEX event_chains_by_time ON dns.event_chains USING btree (recorded_at);

CREATE INDEX holder_by_reversed_name ON dns.holder USING btree (reverse(name) text_pattern_ops) WHERE (reseller_id IS NOT NULL);

CREATE INDEX holder_ended ON dns.holder USING btree (changed_at) WHERE (reseller_id IS NULL);

CREATE INDEX idempotency_created_at ON dns.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY dns.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON dns.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON dns.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX nameserver_deleted ON dns.nameserver USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX one_live_nameserver_per_name ON dns.nameserver USING btree (reseller_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX ns_group_deleted ON dns.ns_group USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX one_live_ns_group_per_name ON dns.ns_group USING btree (reseller_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX ns_group_member_by_name ON dns.ns_group_member USING btree (name);

CREATE INDEX proved_name_by_reversed_name ON dns.proved_name USING btree (reverse(name) text_pattern_ops);

CREATE INDEX proved_name_ended ON dns.proved_name USING btree (ends_at);

CREATE INDEX proved_name_of_account ON dns.proved_name USING btree (reseller_id);

CREATE INDEX record_by_type ON dns.record USING btree (zone_id, type, owner COLLATE "C", prio, id) INCLUDE (ttl);

CREATE TRIGGER records_stand AFTER INSERT ON dns.record REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION dns.records_stand();

CREATE TRIGGER records_stay AFTER UPDATE ON dns.record REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION dns.records_stand();

CREATE UNIQUE INDEX one_cname_per_owner ON dns.record USING btree (zone_id, owner) WHERE (type = 'CNAME'::text);

CREATE UNIQUE INDEX one_dname_per_owner ON dns.record USING btree (zone_id, owner) WHERE (type = 'DNAME'::text);

CREATE UNIQUE INDEX one_record_per_meaning ON dns.record USING btree (zone_id, owner, type, sha256(rdata));

CREATE INDEX sent_at ON ONLY dns.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY dns.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON dns.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON dns.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON dns.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE UNIQUE INDEX one_template_per_name ON dns.template USING btree (reseller_id, lower(name));

CREATE INDEX zone_alone ON dns.zone USING btree (next_attempt_at) WHERE (breaks > 0);

CREATE INDEX zone_by_creation ON dns.zone USING btree (reseller_id, created_at, id) INCLUDE (type, name) WHERE (deleted_at IS NULL);

CREATE INDEX zone_by_listed_name ON dns.zone USING btree (reseller_id, name COLLATE "C") INCLUDE (id, type) WHERE (deleted_at IS NULL);

CREATE INDEX zone_by_modification ON dns.zone USING btree (reseller_id, updated_at, id) INCLUDE (type, name) WHERE (deleted_at IS NULL);

CREATE INDEX zone_by_name ON dns.zone USING btree (name, version);

CREATE INDEX zone_by_reversed_name ON dns.zone USING btree (reverse(name) text_pattern_ops) WHERE (deleted_at IS NULL);

CREATE INDEX zone_deleted ON dns.zone USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX zone_ending ON dns.zone USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX zone_listed ON dns.zone USING btree (reseller_id, id) INCLUDE (type, name) WHERE (deleted_at IS NULL);

CREATE INDEX zone_to_compare ON dns.zone USING btree (compared_at) WHERE (deleted_at IS NULL);

CREATE INDEX zone_to_publish ON dns.zone USING btree (next_attempt_at) WHERE (published_version < version);

CREATE TRIGGER zone_count_changed AFTER UPDATE ON dns.zone FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION dns.count_changed_zone();

CREATE TRIGGER zone_count_moved AFTER UPDATE OF reseller_id ON dns.zone FOR EACH ROW WHEN (((old.reseller_id <> new.reseller_id) AND (old.deleted_at IS NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION dns.count_moved_zone();

CREATE TRIGGER zone_count_new AFTER INSERT ON dns.zone REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION dns.count_new_zones();

CREATE TRIGGER zone_delegation_changed AFTER UPDATE OF reseller_id, deleted_at ON dns.zone FOR EACH ROW WHEN (((old.reseller_id <> new.reseller_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION dns.watch_delegation();

CREATE TRIGGER zone_delegation_new AFTER INSERT ON dns.zone FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION dns.watch_delegation();

CREATE TRIGGER zone_keeps_its_records BEFORE DELETE ON dns.zone FOR EACH ROW EXECUTE FUNCTION dns.zone_keeps_its_records();

CREATE UNIQUE INDEX one_live_zone_per_name ON dns.zone USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX zone_change_by_request ON dns.zone_change USING btree (request) WHERE (request IS NOT NULL);

CREATE INDEX zone_change_by_time ON dns.zone_change USING btree (changed_at);

CREATE INDEX zone_change_of_contact ON dns.zone_change USING btree (contact_id, changed_at) WHERE (username IS NOT NULL);

CREATE INDEX zone_delegation_due ON dns.zone_delegation USING btree (due_at);

CREATE INDEX zone_key_due ON dns.zone_key USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX zone_link_by_expiry ON dns.zone_link USING btree (expires_at);

CREATE INDEX zone_link_by_zone ON dns.zone_link USING btree (zone_id);

CREATE INDEX zone_link_of_contact ON dns.zone_link USING btree (contact_id);

CREATE INDEX zone_proof_by_reseller ON dns.zone_proof USING btree (reseller_id, expires_at);

CREATE INDEX zone_proof_expired ON dns.zone_proof USING btree (expires_at);

CREATE OR REPLACE FUNCTION dns.records_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
declare zones integer;
begin
  perform from zone where id in (select zone_id from arrived) order by id for no key update;
  get diagnostics zones = row_count;
  if zones < (select count(distinct zone_id) from arrived) then
    raise exception 'a record has no zone' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  if exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type <> 'CNAME' and beside.type = 'CNAME'
  ) or exists (
    select from arrived join record beside using (zone_id, owner)
    where arrived.type = 'CNAME' and beside.type <> 'CNAME'
  ) or exists (
    select from arrived join zone on zone.id = arrived.zone_id and zone.name = arrived.owner where arrived.type = 'CNAME'
  ) then
    raise exception 'a CNAME does not stand alone' using errcode = 'check_violation', constraint = 'cname_stands_alone';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION dns.watch_delegation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into zone_delegation (zone_id, due_at) values (new.id, new.created_at);
  elsif new.deleted_at is not null then
    delete from zone_delegation where zone_id = new.id;
  else
    update zone_delegation set due_at = least(due_at, new.updated_at), claimed_until = null where zone_id = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION dns.zone_keeps_its_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'dns'
AS $function$
begin
  if exists (select from record where zone_id = old.id) then
    raise exception 'the zone has records' using errcode = 'foreign_key_violation', constraint = 'record_zone';
  end if;
  return old;
end $function$
;
