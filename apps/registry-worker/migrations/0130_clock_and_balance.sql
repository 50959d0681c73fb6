-- By how much the registry's clock was ahead of ours at the last greeting, in milliseconds; and when that was.
alter table registry_account add column clock_ahead_ms bigint;
alter table registry_account add column clock_seen_at timestamptz;
-- Our balance and credit limit as the registry answered them last (RFC 8748), as decimals; and when.
alter table registry_account add column balance text;
alter table registry_account add column credit_limit text;
alter table registry_account add column balance_currency text;
alter table registry_account add column balance_seen_at timestamptz;
