-- no transaction
-- contract: email_verification_domain_suspended finds the domains of a verification since 0380
drop index concurrently if exists email_verification_domain_verification_id;
