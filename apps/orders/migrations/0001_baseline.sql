-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- Orders of e-mail DMARC monitoring.
create table dmarc_order (
  id serial primary key,
  reseller_id integer not null,
  domain_id integer not null,
  -- whole name, A-labels, lower case
  name text not null,
  label text not null,
  extension text not null,
  owner_handle text not null,
  status text not null,
  ordered_at timestamptz not null,
  activated_at timestamptz,
  renews_at timestamptz,
  expires_at timestamptz,
  -- the open reservation of the order; null when nothing is reserved
  charge_id uuid,
  -- when the next step is due; null when no step is left
  due_at timestamptz,
  -- lease of the process that works on the order, by the machine's clock
  claimed_until timestamptz,
  -- attempts since the last successful step
  attempts integer not null default 0,
  -- when the proof is no longer waited for
  gives_up_at timestamptz,
  -- how often it was ordered: once, and again after each failure
  round integer not null default 1,
  -- what was done last, and its result
  recent_action text not null default '',
  recent_message text not null default ''
);
create unique index one_live_dmarc_order_per_domain on dmarc_order (name) where status in ('REQ', 'ACT');
create index dmarc_order_of_reseller on dmarc_order (reseller_id, id);

-- Finds the orders with a step that is due.
create index dmarc_order_due on dmarc_order (due_at) where due_at is not null;

-- The money of each reseller by account, in minor units of one currency. One row per reseller, so that no two resellers
-- wait for each other. Only the account's entries change the row (`balance_follows_entries`).
create table ledger_account (
  reseller_id integer primary key,
  currency text not null,
  -- how far below zero the balance may go
  credit_limit bigint not null default 0,
  -- what the reseller may spend, and what is reserved for open orders
  available bigint not null default 0,
  reserved bigint not null default 0,
  -- the other side of the ledger: what the reseller paid, what the operator corrected, what was sold
  deposits bigint not null default 0,
  corrections bigint not null default 0,
  revenue bigint not null default 0,
  opened_at timestamptz not null,
  constraint books_balance check (available + reserved + deposits + corrections + revenue = 0),
  constraint credit_limit_not_negative check (credit_limit >= 0),
  constraint credit_not_exceeded check (available >= -credit_limit),
  constraint currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint reserved_not_negative check (reserved >= 0)
);

-- Refuses a balance that is changed by hand.
create function balance_moves_by_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.available, new.reserved, new.deposits, new.corrections, new.revenue) = (0, 0, 0, 0, 0) then return new; end if;
  elsif pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'the balance of reseller % moves by entries only', new.reseller_id
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger balance_opens_at_zero before insert on ledger_account
for each row execute function balance_moves_by_entries();
create trigger balance_moves_by_entries before update on ledger_account
for each row when (
  (old.reseller_id, old.currency, old.available, old.reserved, old.deposits, old.corrections, old.revenue)
  is distinct from
  (new.reseller_id, new.currency, new.available, new.reserved, new.deposits, new.corrections, new.revenue)
) execute function balance_moves_by_entries();

-- Rows of the ledger stay; a mistake is corrected by another transaction.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_account_stays before delete or truncate on ledger_account
for each statement execute function ledger_is_append_only();

-- Money reserved for orders. The key is the order's own id.
create table reservation (
  order_id uuid primary key,
  reseller_id integer not null,
  -- the service that placed the order
  owner text not null,
  -- open: the owner has not confirmed the order yet; confirmed: it has
  state text not null,
  object_type text not null,
  action text not null,
  subject text not null,
  quantity integer not null,
  currency text not null,
  -- minor units
  amount bigint not null,
  discount bigint not null,
  product_currency text not null,
  product_amount bigint not null,
  -- null for an order that was released before anything was reserved
  reserved_at timestamptz,
  confirmed_at timestamptz,
  settled_at timestamptz,
  constraint amount_not_negative check (amount >= 0 and discount >= 0 and product_amount >= 0),
  constraint known_state check (state in ('open', 'confirmed', 'captured', 'released')),
  constraint reserved_unless_refused check (reserved_at is not null or (state = 'released' and amount = 0)),
  constraint settled_at_its_end check ((settled_at is not null) = (state in ('captured', 'released')))
);

-- The sweep finds the oldest reservations that were never confirmed.
create index reservation_unconfirmed on reservation (reserved_at) where state = 'open';

-- All reservations that are not settled, for the operator.
create index reservation_open on reservation (reseller_id, reserved_at) where state in ('open', 'confirmed');

create trigger reservation_stays before delete or truncate on reservation
for each statement execute function ledger_is_append_only();

-- The state of a reservation only moves forward, and no other column ever changes.
create function reservation_goes_forward() returns trigger language plpgsql as $$
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
end $$;
create trigger reservation_goes_forward before update on reservation
for each row execute function reservation_goes_forward();

-- At the commit, the state of a reservation must agree with its ledger transactions.
create function reservation_agrees_with_ledger() returns trigger language plpgsql set search_path from current as $$
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
end $$;
create constraint trigger reservation_agrees_with_ledger after insert or update on reservation
deferrable initially deferred for each row execute function reservation_agrees_with_ledger();

-- One movement of money: its entries sum to zero.
create table ledger_transaction (
  id bigint generated always as identity primary key,
  reseller_id integer not null references ledger_account,
  kind text not null,
  -- the order of a reserve, capture, release or refund
  order_id uuid references reservation,
  -- a top-up or correction of the operator happens once under its key
  key text,
  note text not null default '',
  moved_at timestamptz not null,
  constraint ledger_transaction_id_reseller_id_key unique (id, reseller_id),
  constraint key_of_an_operator check ((key is not null) = (kind in ('top-up', 'correction'))),
  constraint known_kind check (kind in ('top-up', 'correction', 'reserve', 'capture', 'release', 'refund')),
  constraint order_of_a_reservation
    check ((order_id is not null) = (kind in ('reserve', 'capture', 'release', 'refund')))
);
create unique index one_reserve_per_order on ledger_transaction (order_id) where kind = 'reserve';

-- An order is captured or released: never both, never twice.
create unique index one_settlement_per_order on ledger_transaction (order_id) where kind in ('capture', 'release');
create unique index one_movement_per_key on ledger_transaction (reseller_id, key) where key is not null;
create index ledger_transaction_of_reseller on ledger_transaction (reseller_id, moved_at, id);

-- The transactions of an order: looked up whenever its reservation changes.
create index ledger_transaction_of_order on ledger_transaction (order_id) where order_id is not null;
create unique index one_refund_per_order on ledger_transaction (order_id) where kind = 'refund';

-- The transactions that resellers see in their list.
create index ledger_transaction_shown on ledger_transaction (reseller_id, moved_at, id)
  where kind in ('capture', 'refund', 'top-up', 'correction');

create trigger ledger_transaction_is_append_only before update or delete or truncate on ledger_transaction
for each statement execute function ledger_is_append_only();

-- What one transaction adds to one account, in minor units of the reseller's currency.
create table ledger_entry (
  transaction_id bigint not null,
  reseller_id integer not null,
  account text not null,
  amount bigint not null,
  primary key (transaction_id, account),
  foreign key (transaction_id, reseller_id) references ledger_transaction (id, reseller_id),
  constraint known_account check (account in ('available', 'reserved', 'deposits', 'corrections', 'revenue')),
  constraint moves_something check (amount <> 0)
);

-- Balances are updated when entries are inserted, in the same transaction, and in no other way.
create function balance_follows_entries() returns trigger language plpgsql set search_path from current as $$
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
end $$;
create trigger balance_follows_entries after insert on ledger_entry
referencing new table as written for each statement execute function balance_follows_entries();

create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
for each statement execute function ledger_is_append_only();

-- Checked at the commit, once all entries of the transaction exist.
create function transaction_sums_to_zero() returns trigger language plpgsql set search_path from current as $$
declare
  difference bigint;
begin
  select sum(amount) into difference from ledger_entry where transaction_id = new.transaction_id;
  if difference <> 0 then
    raise exception 'transaction % does not sum to zero but to %', new.transaction_id, difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger transaction_sums_to_zero after insert on ledger_entry
deferrable initially deferred for each row execute function transaction_sums_to_zero();

revoke update, delete, truncate on ledger_entry from current_user;
-- Not `update`: checking the foreign key of an entry locks the row, which needs that right.
revoke delete, truncate on ledger_transaction, ledger_account, reservation from current_user;

-- The prices of the platform, in one currency.
create table price_list (
  id serial primary key,
  name text not null unique,
  currency text not null,
  -- applies to resellers of this currency without a list of their own
  is_default boolean not null default false,
  constraint price_list_currency_is_a_code check (currency ~ '^[A-Z]{3}$')
);
create unique index one_default_price_list_per_currency on price_list (currency) where is_default;

-- The price list and discount tier of a reseller from an instant on; the newest row that has begun applies.
create table pricing_terms (
  reseller_id integer not null,
  starts_at timestamptz not null,
  price_list_id integer not null references price_list,
  tier smallint not null,
  primary key (reseller_id, starts_at),
  constraint tier_not_negative check (tier >= 0)
);

-- Dated prices. The newest row that has begun and has not ended applies; a new price is a new row.
create table price (
  id bigint generated always as identity primary key,
  price_list_id integer not null references price_list,
  -- regular; promotion: a lower price for a limited time; premium: one name; early-access: a fee added to a create
  kind text not null,
  -- extension, or the whole name of a premium price; lower case, A-labels
  subject text not null,
  -- a create or renew costs this per period, another operation once
  operation text not null,
  -- the lowest discount tier it applies to
  tier smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- what the supplier charges, in minor units
  product_currency text not null,
  product_amount bigint not null,
  -- minor units of the list's currency; null: not sold from then on
  amount bigint,
  unique (price_list_id, subject, kind, operation, tier, starts_at),
  constraint known_kind_of_price check (kind in ('regular', 'promotion', 'premium', 'early-access')),
  constraint price_not_negative check (amount >= 0 and product_amount >= 0 and tier >= 0),
  constraint window_has_two_ends check (kind not in ('promotion', 'early-access') or ends_at is not null),
  constraint window_runs_forward check (ends_at > starts_at)
);

-- Shipped prices, so that a new platform can sell: one default list in euro, one in dollars. Operators import their
-- own.
insert into price_list (name, currency, is_default) values ('shipped-eur', 'EUR', true), ('shipped-usd', 'USD', true);

insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select l.id, p.kind, p.subject, p.operation, 0, '2020-01-01T00:00:00Z', p.product_currency, p.product_amount,
  case l.currency when 'EUR' then p.eur else p.usd end
from price_list l cross join (values
  ('regular', 'com', 'create', 'USD', 1044, 1079, 1169),
  ('regular', 'com', 'renew', 'USD', 1044, 1079, 1169),
  ('regular', 'com', 'transfer', 'USD', 1044, 1079, 1169),
  ('regular', 'com', 'restore', 'USD', 8000, 7900, 8600),
  ('regular', 'com', 'soft_restore', 'USD', 1044, 1079, 1169),
  ('regular', 'com', 'privacy', 'USD', 0, 150, 165),
  ('regular', 'net', 'create', 'USD', 1170, 1209, 1309),
  ('regular', 'net', 'renew', 'USD', 1170, 1209, 1309),
  ('regular', 'net', 'transfer', 'USD', 1170, 1209, 1309),
  ('regular', 'net', 'restore', 'USD', 8000, 7900, 8600),
  ('regular', 'net', 'soft_restore', 'USD', 1170, 1209, 1309),
  ('regular', 'net', 'privacy', 'USD', 0, 150, 165),
  ('regular', 'org', 'create', 'USD', 1048, 1089, 1179),
  ('regular', 'org', 'renew', 'USD', 1048, 1089, 1179),
  ('regular', 'org', 'transfer', 'USD', 1048, 1089, 1179),
  ('regular', 'org', 'restore', 'USD', 8000, 7900, 8600),
  ('regular', 'org', 'soft_restore', 'USD', 1048, 1089, 1179),
  ('regular', 'org', 'privacy', 'USD', 0, 150, 165),
  ('regular', 'info', 'create', 'USD', 1999, 1899, 2059),
  ('regular', 'info', 'renew', 'USD', 1999, 1899, 2059),
  ('regular', 'info', 'transfer', 'USD', 1999, 1899, 2059),
  ('regular', 'info', 'restore', 'USD', 8000, 7900, 8600),
  ('regular', 'info', 'soft_restore', 'USD', 1999, 1899, 2059),
  ('regular', 'info', 'privacy', 'USD', 0, 150, 165),
  ('regular', 'nl', 'create', 'EUR', 409, 499, 549),
  ('regular', 'nl', 'renew', 'EUR', 409, 499, 549),
  ('regular', 'nl', 'transfer', 'EUR', 0, 0, 0),
  ('regular', 'nl', 'restore', 'EUR', 409, 750, 820),
  ('regular', 'nl', 'soft_restore', 'EUR', 409, 499, 549),
  ('regular', 'be', 'create', 'EUR', 500, 599, 659),
  ('regular', 'be', 'renew', 'EUR', 500, 599, 659),
  ('regular', 'be', 'transfer', 'EUR', 500, 599, 659),
  ('regular', 'be', 'trade', 'EUR', 500, 599, 659),
  ('regular', 'be', 'restore', 'EUR', 4000, 4500, 4900),
  ('regular', 'be', 'soft_restore', 'EUR', 500, 599, 659),
  ('regular', 'eu', 'create', 'EUR', 400, 499, 549),
  ('regular', 'eu', 'renew', 'EUR', 400, 499, 549),
  ('regular', 'eu', 'transfer', 'EUR', 400, 499, 549),
  ('regular', 'eu', 'restore', 'EUR', 400, 750, 820),
  ('regular', 'eu', 'soft_restore', 'EUR', 400, 499, 549),
  ('regular', 'de', 'create', 'EUR', 250, 399, 439),
  ('regular', 'de', 'renew', 'EUR', 250, 399, 439),
  ('regular', 'de', 'transfer', 'EUR', 250, 399, 439),
  ('regular', 'de', 'restore', 'EUR', 2500, 2900, 3150),
  ('regular', 'de', 'soft_restore', 'EUR', 250, 399, 439),
  ('regular', 'uk', 'create', 'GBP', 390, 549, 599),
  ('regular', 'uk', 'renew', 'GBP', 390, 549, 599),
  ('regular', 'uk', 'transfer', 'GBP', 0, 0, 0),
  ('regular', 'uk', 'restore', 'GBP', 0, 549, 599),
  ('regular', 'uk', 'soft_restore', 'GBP', 390, 549, 599),
  ('regular', 'fr', 'create', 'EUR', 507, 649, 709),
  ('regular', 'fr', 'renew', 'EUR', 507, 649, 709),
  ('regular', 'fr', 'transfer', 'EUR', 507, 649, 709),
  ('regular', 'fr', 'trade', 'EUR', 507, 649, 709),
  ('regular', 'fr', 'restore', 'EUR', 507, 2500, 2700),
  ('regular', 'fr', 'soft_restore', 'EUR', 507, 649, 709),
  ('regular', 'sandbox', 'create', 'EUR', 100, 200, 220),
  ('regular', 'sandbox', 'renew', 'EUR', 100, 200, 220),
  ('regular', 'sandbox', 'transfer', 'EUR', 100, 200, 220),
  ('regular', 'sandbox', 'trade', 'EUR', 50, 100, 110),
  ('regular', 'sandbox', 'restore', 'EUR', 1000, 2000, 2200),
  ('regular', 'sandbox', 'soft_restore', 'EUR', 100, 200, 220),
  ('regular', 'sandbox', 'privacy', 'EUR', 0, 50, 55),
  ('premium', 'premium.com', 'create', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.com', 'renew', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.com', 'transfer', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.net', 'create', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.net', 'renew', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.net', 'transfer', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.org', 'create', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.org', 'renew', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.org', 'transfer', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.info', 'create', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.info', 'renew', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.info', 'transfer', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.nl', 'create', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.nl', 'renew', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.nl', 'transfer', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.be', 'create', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.be', 'renew', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.be', 'transfer', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.eu', 'create', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.eu', 'renew', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.eu', 'transfer', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.de', 'create', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.de', 'renew', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.de', 'transfer', 'EUR', 10000, 12000, 13000),
  -- Above 130.00 dollars: 100.00 pounds often cost more.
  ('premium', 'premium.uk', 'create', 'GBP', 10000, 12500, 14000),
  ('premium', 'premium.uk', 'renew', 'GBP', 10000, 12500, 14000),
  ('premium', 'premium.uk', 'transfer', 'GBP', 10000, 12500, 14000),
  ('premium', 'premium.fr', 'create', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.fr', 'renew', 'EUR', 10000, 12000, 13000),
  ('premium', 'premium.fr', 'transfer', 'EUR', 10000, 12000, 13000),
  -- The sandbox registry charges premium names in dollars.
  ('premium', 'premium.sandbox', 'create', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.sandbox', 'renew', 'USD', 10000, 12000, 13000),
  ('premium', 'premium.sandbox', 'transfer', 'USD', 10000, 12000, 13000)
) as p (kind, subject, operation, product_currency, product_amount, eur, usd)
where l.name in ('shipped-eur', 'shipped-usd');

-- The other extensions of the sandbox registry cost the same as .sandbox. In each of them, early.<extension> is in an
-- early access phase that never ends.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, p.kind, case p.kind when 'premium' then 'premium.' || e.name else e.name end, p.operation, p.tier,
  p.starts_at, p.product_currency, p.product_amount, p.amount
from price p join price_list l on l.id = p.price_list_id cross join (values ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd') and p.subject in ('sandbox', 'premium.sandbox');

insert into price (price_list_id, kind, subject, operation, tier, starts_at, ends_at, product_currency, product_amount,
  amount)
select l.id, 'early-access', 'early.' || e.name, 'create', 0, '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 'EUR', 4000,
  case l.currency when 'EUR' then 5000 else 5500 end
from price_list l cross join (values ('sandbox'), ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd');

-- gold.<extension> of the sandbox registry is premium here and regular at the registry: a client can order it by
-- accepting its price.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, 'premium', 'gold.' || e.name, p.operation, 0, p.starts_at, p.product_currency, p.product_amount,
  p.amount
from price p join price_list l on l.id = p.price_list_id
  cross join (values ('sandbox'), ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd') and p.subject = 'premium.sandbox';

-- Shipped prices of certificates. The platform's own CA charges nothing.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select l.id, 'regular', p.subject, p.operation, 0, '2020-01-01T00:00:00Z', 'EUR', 0,
  case l.currency when 'EUR' then p.eur else p.usd end
from price_list l cross join (values
  ('certificate-5', 'create', 900, 990),
  ('certificate-5', 'renew', 900, 990),
  ('certificate-6', 'create', 5900, 6490),
  ('certificate-6', 'renew', 5900, 6490),
  ('certificate-101', 'create', 2900, 3190),
  ('certificate-101', 'renew', 2900, 3190),
  ('certificate-101', 'extra_domain', 700, 770),
  ('certificate-101', 'extra_wildcard_domain', 4900, 5390)
) as p (subject, operation, eur, usd)
where l.name in ('shipped-eur', 'shipped-usd');

-- A year of e-mail DMARC. Its subject cannot be an extension: no top-level domain has a hyphen in these places (RFC
-- 5891 section 4.2.3.1).
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select l.id, 'regular', 'email-dmarc', p.operation, 0, '2020-01-01T00:00:00Z', l.currency, 0, 1200
from price_list l cross join (values ('create'), ('renew')) as p (operation)
where l.name in ('shipped-eur', 'shipped-usd');

-- The extension that the sandbox registry launches costs the same as .sandbox; it has no trade.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, p.kind, 'launch', p.operation, p.tier, p.starts_at, p.product_currency, p.product_amount, p.amount
from price p join price_list l on l.id = p.price_list_id
where l.name in ('shipped-eur', 'shipped-usd') and p.subject = 'sandbox' and p.operation <> 'trade';

-- Orders of certificates.
create table ssl_order (
  id integer generated always as identity primary key,
  reseller_id integer not null,
  product_id integer not null,
  status text not null,
  -- A-labels, lower case
  common_name text not null,
  -- all names of the certificate, the common name first
  names text[] not null,
  csr text not null,
  -- in years
  period integer not null,
  -- number of names that are paid
  domain_amount integer not null,
  wildcard_amount integer not null,
  autorenew text not null,
  software text not null,
  organization_handle text not null,
  technical_handle text not null,
  approver_email text not null,
  has_dns_automation boolean not null,
  panel_id uuid not null,
  -- the request to the CA that is being made: nothing, issue, renew, reissue, revoke
  work text not null,
  -- number and token of the request to the CA; the next request has new ones
  round integer not null,
  token text not null,
  approver_nonce text not null,
  asked_at timestamptz,
  -- why it was rejected, or the result of the last attempt
  problem text not null default '',
  -- number of changes; a step that was prepared for an older revision is dropped
  revision integer not null,
  ordered_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz,
  paid_until timestamptz,
  serial text not null default '',
  certificate text not null default '',
  intermediate_certificate text not null default '',
  root_certificate text not null default '',
  -- when the next step is due, by the platform's clock; null when no step is left
  due_at timestamptz,
  attempts integer not null,
  -- lease of the process that takes the step, by the machine's clock
  claimed_until timestamptz,
  approver_mails integer not null default 0,
  constraint issued_has_a_certificate check (status not in ('ACT', 'EXP') or certificate <> ''),
  constraint known_status_of_ssl_order check (status in ('PAI', 'REQ', 'ACT', 'REJ', 'FAI', 'EXP')),
  constraint known_work_of_ssl_order check (work in ('nothing', 'issue', 'renew', 'reissue', 'revoke'))
);
create index ssl_order_of_reseller on ssl_order (reseller_id, ordered_at desc, id desc);
create index ssl_order_due on ssl_order (due_at) where due_at is not null;

-- How control of each name of an order is proven, in this round.
create table ssl_validation (
  ssl_order_id integer not null references ssl_order,
  host_name text not null,
  position integer not null,
  method text not null,
  proven_at timestamptz,
  checked_at timestamptz,
  -- the result of the last check, while it is not proven
  problem text not null default '',
  primary key (ssl_order_id, host_name),
  constraint known_method check (method in ('dns', 'email', 'http', 'https'))
);

-- What was bought for an order. The key is that of the reservation.
create table ssl_purchase (
  order_id uuid primary key,
  ssl_order_id integer not null references ssl_order,
  action text not null,
  placed_at timestamptz not null,
  captured_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  constraint captured_or_released check (captured_at is null or released_at is null),
  constraint known_action_of_ssl_purchase check (action in ('create', 'renew')),
  constraint refund_of_a_capture check (refunded_at is null or captured_at is not null)
);
create unique index one_open_purchase_per_ssl_order on ssl_purchase (ssl_order_id)
  where captured_at is null and released_at is null;
create index ssl_purchase_of_order on ssl_purchase (ssl_order_id);

-- DNS records that this platform created as proof. Inserted before the record is created, deleted after it is removed.
create table ssl_placed_proof (
  ssl_order_id integer not null references ssl_order,
  record_name text not null,
  value text not null,
  primary key (ssl_order_id, record_name, value)
);

-- Keys of the shipped CA: the root, and the intermediate that issues. Private keys are encrypted.
create table ca_key (
  role text primary key,
  certificate text not null,
  public_key bytea not null,
  sealed bytea not null,
  secret_id text not null,
  constraint known_role_of_ca_key check (role in ('root', 'issuing'))
);

-- Certificates that the CA has issued. A repeated request with the same key gets the same certificate.
create table ca_certificate (
  serial text primary key,
  request_key text not null unique,
  order_key text not null,
  certificate text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index ca_certificate_of_order on ca_certificate (order_key);
create index ca_certificate_revoked on ca_certificate (revoked_at) where revoked_at is not null;

-- Links that show one order for a limited time. Only their hashes are stored.
create table ssl_link (
  hash bytea primary key,
  ssl_order_id integer not null references ssl_order,
  expires_at timestamptz not null
);

-- What was charged for orders of e-mail DMARC. The key is that of the reservation.
create table dmarc_charge (
  order_id uuid primary key,
  dmarc_order_id integer not null references dmarc_order,
  -- create: the number counts the rounds of the order; renew: the periods after the first one
  action text not null,
  number integer not null,
  placed_at timestamptz not null,
  -- nothing is charged twice
  unique (dmarc_order_id, action, number),
  constraint known_action check (action in ('create', 'renew'))
);

-- Links that show one order. Only their hashes are stored.
create table dmarc_link (
  hash bytea primary key,
  dmarc_order_id integer not null references dmarc_order,
  -- who the page is for: customer or reseller
  audience text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Finds the links that have expired.
create index dmarc_link_over on dmarc_link (expires_at);
