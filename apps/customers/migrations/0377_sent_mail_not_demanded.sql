-- no transaction
-- Finds old mails that no policy demands.
create index concurrently if not exists sent_mail_not_demanded on sent_mail (sent_at) where policy is null;
