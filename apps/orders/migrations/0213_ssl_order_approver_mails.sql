alter table ssl_order add column approver_mails integer not null default 0;
