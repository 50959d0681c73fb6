create index email_verification_domain_name on email_verification_domain (domain);
