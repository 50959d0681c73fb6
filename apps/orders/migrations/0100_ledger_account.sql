-- The money of each reseller and where it is, in minor units of one currency. One row per reseller, so that no two
-- resellers ever wait for each other. The row is moved by the account's entries alone (0110).
create table ledger_account (
  reseller_id integer primary key,
  currency text not null,
  -- how far below zero the balance may go
  credit_limit bigint not null default 0,
  -- what the reseller may spend, and what is set aside for orders under way
  available bigint not null default 0,
  reserved bigint not null default 0,
  -- the other side of the books: what came from the reseller, what the operator corrected, what was sold
  deposits bigint not null default 0,
  corrections bigint not null default 0,
  revenue bigint not null default 0,
  opened_at timestamptz not null,
  constraint currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint credit_limit_not_negative check (credit_limit >= 0),
  constraint credit_not_exceeded check (available >= -credit_limit),
  constraint reserved_not_negative check (reserved >= 0),
  constraint books_balance check (available + reserved + deposits + corrections + revenue = 0)
);
