-- Where a TLD differs from its profile.
alter table tld add column redemption_days integer check (redemption_days >= 0);
