-- How the mails of an account look. Empty texts are not set.
create table mail_branding (
  reseller_id integer primary key,
  -- of the sender, instead of the name of the account
  name text not null,
  reply_to text not null,
  -- https
  logo_url text not null,
  -- #rrggbb
  color text not null,
  footer text not null
);
