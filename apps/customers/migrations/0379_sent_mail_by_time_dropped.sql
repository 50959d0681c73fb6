-- no transaction
-- contract: retention finds old mails by sent_mail_not_demanded and sent_mail_demanded since 0378
drop index concurrently if exists sent_mail_by_time;
