-- The domains of a registrant whose address is verified.
create index email_verification_domain_handle on email_verification_domain (handle);
