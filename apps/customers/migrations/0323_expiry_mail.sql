-- The mails about the expiry of domains that were sent: ICANN asks registrars to show them.
create table expiry_mail (
  -- the command that asked for it
  notice_id uuid not null,
  -- the handle of the registrant, or `contacts/` and the id of an administrator
  recipient text collate "C" not null,
  reseller_id integer not null,
  domain_id integer not null,
  -- in U-labels
  domain text not null,
  -- in-30-days, in-7-days, in-1-day, expired
  kind text not null,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  -- the mail server has answered that there is no such mailbox
  is_bounced boolean not null,
  primary key (notice_id, recipient)
);
create index expiry_mail_by_time on expiry_mail (sent_at);
create index expiry_mail_of_account on expiry_mail (reseller_id, sent_at);
