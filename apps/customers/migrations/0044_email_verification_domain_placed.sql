-- When the verification of a domain last changed, by the database's clock. A domain that is not held any more is deleted
-- some time after that.
alter table email_verification_domain add column placed_at timestamptz not null default now();
