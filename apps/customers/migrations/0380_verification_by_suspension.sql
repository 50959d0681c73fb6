-- no transaction
-- Finds the domains of an address whose suspension differs from that of the address, without reading all of its domains.
create index concurrently if not exists email_verification_domain_suspended
  on email_verification_domain (verification_id, is_suspended);
