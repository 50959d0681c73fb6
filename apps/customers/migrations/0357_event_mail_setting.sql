-- Who gets the mails about events that an account has decided on; without a row: what the catalogue of events says.
create table event_mail_setting (
  reseller_id integer not null,
  -- of apps/customers/src/mail/words
  type text collate "C" not null,
  -- registrant, reseller, both or nobody
  recipients text collate "C" not null,
  primary key (reseller_id, type)
);
