-- The domains of an address.
create index email_verification_domain_verification_id on email_verification_domain (verification_id, domain_id);
