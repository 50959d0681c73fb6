-- How many mails were asked for since when: an address is not written to without end.
alter table email_verification
  add column mails integer not null default 0,
  add column mails_since timestamptz;
alter table email_verification alter column mails drop default;
