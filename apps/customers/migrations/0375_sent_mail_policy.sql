-- The policy of ICANN that demands that the recipient gets the mail: the record is kept as a proof. Null for other mails.
alter table sent_mail add column policy text collate "C";
