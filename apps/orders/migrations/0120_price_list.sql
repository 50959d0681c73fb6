-- What the platform sells for, in one currency.
create table price_list (
  id serial primary key,
  name text not null unique,
  currency text not null,
  -- applies to resellers of this currency who have no list of their own
  is_default boolean not null default false,
  constraint price_list_currency_is_a_code check (currency ~ '^[A-Z]{3}$')
);
