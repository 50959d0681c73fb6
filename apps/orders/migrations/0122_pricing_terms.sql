-- Which list and which discount tier a reseller has from an instant on; the newest row that has begun counts.
create table pricing_terms (
  reseller_id integer not null,
  starts_at timestamptz not null,
  price_list_id integer not null references price_list,
  tier smallint not null,
  primary key (reseller_id, starts_at),
  constraint tier_not_negative check (tier >= 0)
);
