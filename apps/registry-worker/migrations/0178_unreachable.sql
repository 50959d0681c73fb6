-- Since when no session of the account could be opened, because its registry does not answer.
alter table registry_account add column unreachable_since timestamptz;
