-- Dated prices. The newest row that has begun and has not ended counts; a new price is a new row.
create table price (
  id bigint generated always as identity primary key,
  price_list_id integer not null references price_list,
  -- regular; promotion: a window of a lower price; premium: one name; early-access: a fee on top of a create
  kind text not null,
  -- extension or, of a premium price, the whole name; lower case, A-labels
  subject text not null,
  -- per period of create and renew, else per operation
  operation text not null,
  -- lowest discount tier it is for
  tier smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- what the supplier takes, minor units
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
