-- no transaction
-- Finds old verifications.
create index concurrently if not exists email_verification_started on email_verification (started_at);
