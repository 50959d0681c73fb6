-- The schema orders, printed from a migrated database.

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
  constraint dmarc_order_pkey PRIMARY KEY (id)
);

create table orders.idempotency (
  reseller_id integer not null,
  key text not null,
  request text not null,
  correlation_id text not null,
  placed text,
  answer text,
  created_at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (reseller_id, key)
);

create table orders.inbox (
  message_id uuid not null,
  consumer text not null,
  taken_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (message_id, consumer)
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
  constraint outbox_pkey PRIMARY KEY (id)
);

create table orders.schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

CREATE INDEX dmarc_order_of_reseller ON orders.dmarc_order USING btree (reseller_id, id);

CREATE UNIQUE INDEX one_live_dmarc_order_per_domain ON orders.dmarc_order USING btree (name) WHERE (status = ANY (ARRAY['REQ'::text, 'ACT'::text]));

CREATE INDEX idempotency_created_at ON orders.idempotency USING btree (created_at);
