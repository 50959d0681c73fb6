-- no transaction
-- Finds old mails that a policy demands.
create index concurrently if not exists sent_mail_demanded on sent_mail (sent_at) where policy is not null;
