-- The link by which a registrant authorizes a transfer, and how many mails it was sent with.
create table transfer_authorization (
  domain_id integer primary key references domain,
  -- number of the newest link; those before it are void
  nonce text not null,
  mails integer not null,
  mails_since timestamptz not null
);
