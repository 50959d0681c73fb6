-- Accounts that send the mails to registrants themselves which a policy demands, as the operator has recorded.
create table policy_mail_by_reseller (
  reseller_id integer not null,
  -- expiry, data-reminder or transfer
  policy text collate "C" not null,
  primary key (reseller_id, policy)
);
