-- no transaction
-- Counts and lists the mails about a domain.
create index concurrently if not exists expiry_mail_of_domain on expiry_mail (reseller_id, domain_id, sent_at);
