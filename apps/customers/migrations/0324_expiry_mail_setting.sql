-- Whom an account has told to be mailed about the expiry of domains; without a row: the registrants. What a policy demands is
-- mailed anyway.
create table expiry_mail_setting (
  reseller_id integer primary key,
  to_registrants boolean not null,
  to_administrators boolean not null
);
