create index email_verification_domain_id on email_verification_domain (domain_id);
