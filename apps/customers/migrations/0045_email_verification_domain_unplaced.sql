-- no transaction
-- Finds domains that are not held any more.
create index concurrently if not exists email_verification_domain_unplaced on email_verification_domain (placed_at)
  where verification_id is null;
