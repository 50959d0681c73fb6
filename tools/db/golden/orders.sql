-- The schema orders, printed from a migrated database.

create table orders.broker (
  mark uuid not null,
  is_marked boolean not null,
  is_the_row boolean default true not null,
  constraint broker_is_the_row_check CHECK (is_the_row),
  constraint broker_pkey PRIMARY KEY (is_the_row)
);

create table orders.ca_certificate (
  serial text not null,
  request_key text not null,
  order_key text not null,
  certificate text not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint ca_certificate_pkey PRIMARY KEY (serial),
  constraint ca_certificate_request_key_key UNIQUE (request_key)
);

create table orders.ca_key (
  role text not null,
  certificate text not null,
  public_key bytea not null,
  sealed bytea not null,
  secret_id text not null,
  constraint known_role_of_ca_key CHECK ((role = ANY (ARRAY['root'::text, 'issuing'::text]))),
  constraint ca_key_pkey PRIMARY KEY (role)
);

create table orders.dmarc_charge (
  order_id uuid not null,
  dmarc_order_id integer not null,
  action text not null,
  number integer not null,
  placed_at timestamp with time zone not null,
  constraint known_action CHECK ((action = ANY (ARRAY['create'::text, 'renew'::text]))),
  constraint dmarc_charge_dmarc_order_id_fkey FOREIGN KEY (dmarc_order_id) REFERENCES orders.dmarc_order(id),
  constraint dmarc_charge_pkey PRIMARY KEY (order_id),
  constraint dmarc_charge_dmarc_order_id_action_number_key UNIQUE (dmarc_order_id, action, number)
);

create table orders.dmarc_link (
  hash bytea not null,
  dmarc_order_id integer not null,
  audience text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  contact_id integer,
  maker_stamp text,
  username text,
  constraint dmarc_link_dmarc_order_id_fkey FOREIGN KEY (dmarc_order_id) REFERENCES orders.dmarc_order(id),
  constraint dmarc_link_pkey PRIMARY KEY (hash)
);

create table orders.dmarc_mail (
  id bigint generated always as identity not null,
  dmarc_order_id integer not null,
  digest bytea not null,
  received_at timestamp with time zone not null,
  content bytea not null,
  constraint dmarc_mail_dmarc_order_id_fkey FOREIGN KEY (dmarc_order_id) REFERENCES orders.dmarc_order(id),
  constraint dmarc_mail_pkey PRIMARY KEY (id),
  constraint dmarc_mail_dmarc_order_id_digest_key UNIQUE (dmarc_order_id, digest)
);

create table orders.dmarc_order (
  id integer default nextval('orders.dmarc_order_id_seq'::regclass) not null,
  reseller_id integer not null,
  domain_id integer not null,
  name text not null,
  label text not null,
  extension text not null,
  owner_handle text not null,
  status text not null,
  ordered_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  renews_at timestamp with time zone,
  expires_at timestamp with time zone,
  charge_id uuid,
  due_at timestamp with time zone,
  claimed_until timestamp with time zone,
  attempts integer default 0 not null,
  gives_up_at timestamp with time zone,
  round integer default 1 not null,
  recent_action text default ''::text not null,
  recent_message text default ''::text not null,
  request text,
  trace text,
  asked_at timestamp with time zone,
  constraint dmarc_order_pkey PRIMARY KEY (id)
);

create table orders.dmarc_report (
  id bigint generated always as identity not null,
  dmarc_order_id integer not null,
  organisation text not null,
  contact text not null,
  report_id text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  domain text not null,
  policy jsonb not null,
  received_at timestamp with time zone not null,
  messages bigint default 0 not null,
  passed bigint default 0 not null,
  constraint dmarc_report_dmarc_order_id_fkey FOREIGN KEY (dmarc_order_id) REFERENCES orders.dmarc_order(id),
  constraint dmarc_report_pkey PRIMARY KEY (id),
  constraint dmarc_report_dmarc_order_id_organisation_report_id_begins_a_key UNIQUE (dmarc_order_id, organisation, report_id, begins_at)
);

create table orders.dmarc_row (
  dmarc_report_id bigint not null,
  number integer not null,
  source inet not null,
  messages integer not null,
  disposition text not null,
  dkim boolean not null,
  spf boolean not null,
  header_from text not null,
  envelope_from text not null,
  details jsonb not null,
  constraint dmarc_row_dmarc_report_id_fkey FOREIGN KEY (dmarc_report_id) REFERENCES orders.dmarc_report(id) ON DELETE CASCADE,
  constraint dmarc_row_pkey PRIMARY KEY (dmarc_report_id, number)
);

create table orders.event_chains (
  object text not null,
  event_id uuid not null,
  recorded_at timestamp with time zone not null,
  previous_id uuid,
  previous_at timestamp with time zone,
  constraint event_chains_pkey PRIMARY KEY (object)
);

create table orders.idempotency (
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

create table orders.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
) partition by RANGE (message_id);

create table orders.inbox_default (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_default_pkey PRIMARY KEY (message_id, consumer)
) partition of orders.inbox default;

create table orders.ledger_account (
  reseller_id integer not null,
  currency text not null,
  credit_limit bigint default 0 not null,
  available bigint default 0 not null,
  reserved bigint default 0 not null,
  deposits bigint default 0 not null,
  corrections bigint default 0 not null,
  revenue bigint default 0 not null,
  opened_at timestamp with time zone not null,
  constraint books_balance CHECK ((((((available + reserved) + deposits) + corrections) + revenue) = 0)),
  constraint credit_limit_not_negative CHECK ((credit_limit >= 0)),
  constraint credit_not_exceeded CHECK ((available >= (- credit_limit))),
  constraint currency_is_a_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint reserved_not_negative CHECK ((reserved >= 0)),
  constraint ledger_account_pkey PRIMARY KEY (reseller_id)
);

create table orders.ledger_entry (
  transaction_id bigint not null,
  reseller_id integer not null,
  account text not null,
  amount bigint not null,
  constraint known_account CHECK ((account = ANY (ARRAY['available'::text, 'reserved'::text, 'deposits'::text, 'corrections'::text, 'revenue'::text]))),
  constraint moves_something CHECK ((amount <> 0)),
  constraint ledger_entry_transaction_id_reseller_id_fkey FOREIGN KEY (transaction_id, reseller_id) REFERENCES orders.ledger_transaction(id, reseller_id),
  constraint ledger_entry_pkey PRIMARY KEY (transaction_id, account)
);

create table orders.ledger_transaction (
  id bigint generated always as identity not null,
  reseller_id integer not null,
  kind text not null,
  order_id uuid,
  key text,
  note text default ''::text not null,
  moved_at timestamp with time zone not null,
  request text,
  constraint key_of_an_operator CHECK (((key IS NOT NULL) = (kind = ANY (ARRAY['top-up'::text, 'correction'::text])))),
  constraint known_kind CHECK ((kind = ANY (ARRAY['top-up'::text, 'correction'::text, 'reserve'::text, 'capture'::text, 'release'::text, 'refund'::text]))),
  constraint order_of_a_reservation CHECK (((order_id IS NOT NULL) = (kind = ANY (ARRAY['reserve'::text, 'capture'::text, 'release'::text, 'refund'::text])))),
  constraint ledger_transaction_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders.reservation(order_id),
  constraint ledger_transaction_reseller_id_fkey FOREIGN KEY (reseller_id) REFERENCES orders.ledger_account(reseller_id),
  constraint ledger_transaction_pkey PRIMARY KEY (id),
  constraint ledger_transaction_id_reseller_id_key UNIQUE (id, reseller_id)
);

create table orders.outbox (
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

create table orders.price (
  id bigint generated always as identity not null,
  price_list_id integer not null,
  kind text not null,
  subject text not null,
  operation text not null,
  tier smallint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  product_currency text not null,
  product_amount bigint not null,
  amount bigint,
  constraint known_kind_of_price CHECK ((kind = ANY (ARRAY['regular'::text, 'promotion'::text, 'premium'::text, 'early-access'::text]))),
  constraint price_not_negative CHECK (((amount >= 0) AND (product_amount >= 0) AND (tier >= 0))),
  constraint window_has_two_ends CHECK (((kind <> ALL (ARRAY['promotion'::text, 'early-access'::text])) OR (ends_at IS NOT NULL))),
  constraint window_runs_forward CHECK ((ends_at > starts_at)),
  constraint price_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES orders.price_list(id),
  constraint price_pkey PRIMARY KEY (id),
  constraint price_price_list_id_subject_kind_operation_tier_starts_at_key UNIQUE (price_list_id, subject, kind, operation, tier, starts_at)
);

create table orders.price_list (
  id integer default nextval('orders.price_list_id_seq'::regclass) not null,
  name text not null,
  currency text not null,
  is_default boolean default false not null,
  constraint price_list_currency_is_a_code CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint price_list_pkey PRIMARY KEY (id),
  constraint price_list_name_key UNIQUE (name)
);

create table orders.pricing_terms (
  reseller_id integer not null,
  starts_at timestamp with time zone not null,
  price_list_id integer not null,
  tier smallint not null,
  constraint tier_not_negative CHECK ((tier >= 0)),
  constraint pricing_terms_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES orders.price_list(id),
  constraint pricing_terms_pkey PRIMARY KEY (reseller_id, starts_at)
);

create table orders.reservation (
  order_id uuid not null,
  reseller_id integer not null,
  owner text not null,
  state text not null,
  object_type text not null,
  action text not null,
  subject text not null,
  quantity integer not null,
  currency text not null,
  amount bigint not null,
  discount bigint not null,
  product_currency text not null,
  product_amount bigint not null,
  reserved_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  settled_at timestamp with time zone,
  key_id integer,
  constraint amount_not_negative CHECK (((amount >= 0) AND (discount >= 0) AND (product_amount >= 0))),
  constraint known_state CHECK ((state = ANY (ARRAY['open'::text, 'confirmed'::text, 'captured'::text, 'released'::text]))),
  constraint reserved_unless_refused CHECK (((reserved_at IS NOT NULL) OR ((state = 'released'::text) AND (amount = 0)))),
  constraint settled_at_its_end CHECK (((settled_at IS NOT NULL) = (state = ANY (ARRAY['captured'::text, 'released'::text])))),
  constraint reservation_pkey PRIMARY KEY (order_id)
);

create table orders.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table orders.sent (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_pkey PRIMARY KEY (message_id)
) partition by RANGE (message_id);

create table orders.sent_default (
  message_id uuid not null,
  message text not null,
  recipient text,
  payload text not null,
  correlation_id text not null,
  sent_at timestamp with time zone not null,
  constraint sent_default_pkey PRIMARY KEY (message_id)
) partition of orders.sent default;

create table orders.ssl_link (
  hash bytea not null,
  ssl_order_id integer not null,
  expires_at timestamp with time zone not null,
  contact_id integer,
  username text,
  maker_stamp text,
  created_at timestamp with time zone,
  constraint ssl_link_ssl_order_id_fkey FOREIGN KEY (ssl_order_id) REFERENCES orders.ssl_order(id),
  constraint ssl_link_pkey PRIMARY KEY (hash)
);

create table orders.ssl_order (
  id integer generated always as identity not null,
  reseller_id integer not null,
  product_id integer not null,
  status text not null,
  common_name text not null,
  names text[] not null,
  csr text not null,
  period integer not null,
  domain_amount integer not null,
  wildcard_amount integer not null,
  autorenew text not null,
  software text not null,
  organization_handle text not null,
  technical_handle text not null,
  approver_email text not null,
  has_dns_automation boolean not null,
  panel_id uuid not null,
  work text not null,
  round integer not null,
  token text not null,
  approver_nonce text not null,
  asked_at timestamp with time zone,
  problem text default ''::text not null,
  revision integer not null,
  ordered_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  expires_at timestamp with time zone,
  paid_until timestamp with time zone,
  serial text default ''::text not null,
  certificate text default ''::text not null,
  intermediate_certificate text default ''::text not null,
  root_certificate text default ''::text not null,
  due_at timestamp with time zone,
  attempts integer not null,
  claimed_until timestamp with time zone,
  approver_mails integer default 0 not null,
  request text,
  trace text,
  constraint issued_has_a_certificate CHECK (((status <> ALL (ARRAY['ACT'::text, 'EXP'::text])) OR (certificate <> ''::text))),
  constraint known_status_of_ssl_order CHECK ((status = ANY (ARRAY['PAI'::text, 'REQ'::text, 'ACT'::text, 'REJ'::text, 'FAI'::text, 'EXP'::text]))),
  constraint known_work_of_ssl_order CHECK ((work = ANY (ARRAY['nothing'::text, 'issue'::text, 'renew'::text, 'reissue'::text, 'revoke'::text]))),
  constraint ssl_order_pkey PRIMARY KEY (id)
);

create table orders.ssl_placed_proof (
  ssl_order_id integer not null,
  record_name text not null,
  value text not null,
  constraint ssl_placed_proof_ssl_order_id_fkey FOREIGN KEY (ssl_order_id) REFERENCES orders.ssl_order(id),
  constraint ssl_placed_proof_pkey PRIMARY KEY (ssl_order_id, record_name, value)
);

create table orders.ssl_purchase (
  order_id uuid not null,
  ssl_order_id integer not null,
  action text not null,
  placed_at timestamp with time zone not null,
  captured_at timestamp with time zone,
  released_at timestamp with time zone,
  refunded_at timestamp with time zone,
  constraint captured_or_released CHECK (((captured_at IS NULL) OR (released_at IS NULL))),
  constraint known_action_of_ssl_purchase CHECK ((action = ANY (ARRAY['create'::text, 'renew'::text]))),
  constraint refund_of_a_capture CHECK (((refunded_at IS NULL) OR (captured_at IS NOT NULL))),
  constraint ssl_purchase_ssl_order_id_fkey FOREIGN KEY (ssl_order_id) REFERENCES orders.ssl_order(id),
  constraint ssl_purchase_pkey PRIMARY KEY (order_id)
);

create table orders.ssl_validation (
  ssl_order_id integer not null,
  host_name text not null,
  "position" integer not null,
  method text not null,
  proven_at timestamp with time zone,
  checked_at timestamp with time zone,
  problem text default ''::text not null,
  constraint known_method CHECK ((method = ANY (ARRAY['dns'::text, 'email'::text, 'http'::text, 'https'::text]))),
  constraint ssl_validation_ssl_order_id_fkey FOREIGN KEY (ssl_order_id) REFERENCES orders.ssl_order(id),
  constraint ssl_validation_pkey PRIMARY KEY (ssl_order_id, host_name)
);

CREATE OR REPLACE FUNCTION orders.balance_follows_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'orders'
AS $function$
begin
  update ledger_account a
  set available = a.available + moved.available,
      reserved = a.reserved + moved.reserved,
      deposits = a.deposits + moved.deposits,
      corrections = a.corrections + moved.corrections,
      revenue = a.revenue + moved.revenue
  from (
    select reseller_id,
      coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
      coalesce(sum(amount) filter (where account = 'deposits'), 0) as deposits,
      coalesce(sum(amount) filter (where account = 'corrections'), 0) as corrections,
      coalesce(sum(amount) filter (where account = 'revenue'), 0) as revenue
    from written
    group by reseller_id
    order by reseller_id
  ) moved
  where a.reseller_id = moved.reseller_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION orders.balance_moves_by_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if (new.available, new.reserved, new.deposits, new.corrections, new.revenue) = (0, 0, 0, 0, 0) then return new; end if;
  elsif pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'the balance of reseller % moves by entries only', new.reseller_id
    using errcode = 'integrity_constraint_violation';
end $function$
;

CREATE OR REPLACE FUNCTION orders.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$
;

CREATE INDEX ca_certificate_by_expiry ON orders.ca_certificate USING btree (expires_at);

CREATE INDEX ca_certificate_of_order ON orders.ca_certificate USING btree (order_key);

CREATE INDEX ca_certificate_revoked ON orders.ca_certificate USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX dmarc_link_by_order ON orders.dmarc_link USING btree (dmarc_order_id);

CREATE INDEX dmarc_link_over ON orders.dmarc_link USING btree (expires_at);

CREATE INDEX dmarc_mail_by_receipt ON orders.dmarc_mail USING btree (received_at);

CREATE INDEX dmarc_order_by_report_label ON orders.dmarc_order USING btree (orders.report_label(name)) WHERE (status = ANY (ARRAY['REQ'::text, 'ACT'::text]));

CREATE INDEX dmarc_order_due ON orders.dmarc_order USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX dmarc_order_of_reseller ON orders.dmarc_order USING btree (reseller_id, id);

CREATE UNIQUE INDEX one_live_dmarc_order_per_domain ON orders.dmarc_order USING btree (name) WHERE (status = ANY (ARRAY['REQ'::text, 'ACT'::text]));

CREATE INDEX dmarc_report_by_day ON orders.dmarc_report USING btree (dmarc_order_id, begins_at DESC, id DESC);

CREATE INDEX dmarc_report_by_receipt ON orders.dmarc_report USING btree (received_at);

CREATE INDEX event_chains_by_time ON orders.event_chains USING btree (recorded_at);

CREATE INDEX idempotency_created_at ON orders.idempotency USING btree (created_at);

CREATE INDEX inbox_taken_at ON ONLY orders.inbox USING brin (taken_at) WITH (autosummarize='on');

CREATE INDEX inbox_default_by_time ON orders.inbox_default USING btree (taken_at);

CREATE INDEX inbox_default_taken_at_idx ON orders.inbox_default USING brin (taken_at) WITH (autosummarize='on');

CREATE TRIGGER balance_moves_by_entries BEFORE UPDATE ON orders.ledger_account FOR EACH ROW WHEN ((((((((old.reseller_id IS DISTINCT FROM new.reseller_id) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.available IS DISTINCT FROM new.available)) OR (old.reserved IS DISTINCT FROM new.reserved)) OR (old.deposits IS DISTINCT FROM new.deposits)) OR (old.corrections IS DISTINCT FROM new.corrections)) OR (old.revenue IS DISTINCT FROM new.revenue))) EXECUTE FUNCTION orders.balance_moves_by_entries();

CREATE TRIGGER balance_opens_at_zero BEFORE INSERT ON orders.ledger_account FOR EACH ROW EXECUTE FUNCTION orders.balance_moves_by_entries();

CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON orders.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION orders.ledger_is_append_only();

CREATE CONSTRAINT TRIGGER transaction_sums_to_zero AFTER INSERT ON orders.ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION orders.transaction_sums_to_zero();

CREATE TRIGGER balance_follows_entries AFTER INSERT ON orders.ledger_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION orders.balance_follows_entries();

CREATE TRIGGER ledger_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON orders.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION orders.ledger_is_append_only();

CREATE INDEX ledger_transaction_by_request ON orders.ledger_transaction USING btree (request) WHERE (request IS NOT NULL);

CREATE INDEX ledger_transaction_of_order ON orders.ledger_transaction USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX ledger_transaction_of_reseller ON orders.ledger_transaction USING btree (reseller_id, moved_at, id);

CREATE INDEX ledger_transaction_shown ON orders.ledger_transaction USING btree (reseller_id, moved_at, id) WHERE (kind = ANY (ARRAY['capture'::text, 'refund'::text, 'top-up'::text, 'correction'::text]));

CREATE TRIGGER ledger_transaction_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON orders.ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION orders.ledger_is_append_only();

CREATE UNIQUE INDEX one_movement_per_key ON orders.ledger_transaction USING btree (reseller_id, key) WHERE (key IS NOT NULL);

CREATE UNIQUE INDEX one_refund_per_order ON orders.ledger_transaction USING btree (order_id) WHERE (kind = 'refund'::text);

CREATE UNIQUE INDEX one_reserve_per_order ON orders.ledger_transaction USING btree (order_id) WHERE (kind = 'reserve'::text);

CREATE UNIQUE INDEX one_settlement_per_order ON orders.ledger_transaction USING btree (order_id) WHERE (kind = ANY (ARRAY['capture'::text, 'release'::text]));

CREATE UNIQUE INDEX one_default_price_list_per_currency ON orders.price_list USING btree (currency) WHERE is_default;

CREATE CONSTRAINT TRIGGER reservation_agrees_with_ledger AFTER INSERT OR UPDATE ON orders.reservation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION orders.reservation_agrees_with_ledger();

CREATE INDEX reservation_by_key ON orders.reservation USING btree (key_id, reserved_at) WHERE (key_id IS NOT NULL);

CREATE INDEX reservation_open ON orders.reservation USING btree (reseller_id, reserved_at) WHERE (state = ANY (ARRAY['open'::text, 'confirmed'::text]));

CREATE INDEX reservation_unconfirmed ON orders.reservation USING btree (reserved_at) WHERE (state = 'open'::text);

CREATE TRIGGER reservation_goes_forward BEFORE UPDATE ON orders.reservation FOR EACH ROW EXECUTE FUNCTION orders.reservation_goes_forward();

CREATE TRIGGER reservation_stays BEFORE DELETE OR TRUNCATE ON orders.reservation FOR EACH STATEMENT EXECUTE FUNCTION orders.ledger_is_append_only();

CREATE INDEX sent_at ON ONLY orders.sent USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX sent_by_request ON ONLY orders.sent USING btree (correlation_id);

CREATE INDEX sent_default_by_request ON orders.sent_default USING btree (correlation_id);

CREATE INDEX sent_default_by_time ON orders.sent_default USING btree (sent_at);

CREATE INDEX sent_default_sent_at_idx ON orders.sent_default USING brin (sent_at) WITH (autosummarize='on');

CREATE INDEX ssl_link_by_expiry ON orders.ssl_link USING btree (expires_at);

CREATE INDEX ssl_link_by_order ON orders.ssl_link USING btree (ssl_order_id);

CREATE INDEX ssl_order_due ON orders.ssl_order USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX ssl_order_of_reseller ON orders.ssl_order USING btree (reseller_id, ordered_at DESC, id DESC);

CREATE INDEX ssl_purchase_of_order ON orders.ssl_purchase USING btree (ssl_order_id);

CREATE UNIQUE INDEX one_open_purchase_per_ssl_order ON orders.ssl_purchase USING btree (ssl_order_id) WHERE ((captured_at IS NULL) AND (released_at IS NULL));

CREATE OR REPLACE FUNCTION orders.report_label(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (length(name) <= 63) THEN replace(name, '.'::text, '_'::text)
             ELSE (("left"(replace(name, '.'::text, '_'::text), 46) || '_'::text) || "left"(encode(sha256((name)::bytea), 'hex'::text), 16))
         END AS "case";
END
;

CREATE OR REPLACE FUNCTION orders.reservation_agrees_with_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'orders'
AS $function$
declare
  wanted text[] := case
    when new.reserved_at is null then '{}'
    when new.state = 'captured' then '{capture,reserve}'
    when new.state = 'released' then '{release,reserve}'
    else '{reserve}' end;
  moved text[];
begin
  select coalesce(array_agg(kind order by kind), '{}') into moved from ledger_transaction where order_id = new.order_id;
  -- A later change in the same transaction has brought its own movement.
  if moved is distinct from wanted
     and exists (select from reservation where order_id = new.order_id and state = new.state) then
    raise exception 'reservation % is % but its movements are %', new.order_id, new.state, moved
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION orders.reservation_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.state, new.state) not in (
       ('open', 'confirmed'), ('open', 'captured'), ('open', 'released'),
       ('confirmed', 'captured'), ('confirmed', 'released'))
     or (to_jsonb(old) - '{state,confirmed_at,settled_at}'::text[])
       is distinct from (to_jsonb(new) - '{state,confirmed_at,settled_at}'::text[]) then
    raise exception 'reservation % cannot go from % to %', old.order_id, old.state, new.state
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION orders.transaction_sums_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'orders'
AS $function$
declare
  difference bigint;
begin
  select sum(amount) into difference from ledger_entry where transaction_id = new.transaction_id;
  if difference <> 0 then
    raise exception 'transaction % does not sum to zero but to %', new.transaction_id, difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$
;
