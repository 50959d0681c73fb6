-- What accounts say in mails of a type instead of the platform's own words.
create table email_template (
  id integer generated always as identity (start with 1001) primary key,
  reseller_id integer not null,
  -- of apps/customers/src/mail/words
  type text not null,
  name text not null,
  -- of recipients, such as nl_NL; empty for all
  locales text[] not null,
  -- of customers, who have one of them; empty for all
  tags text[] not null,
  is_active boolean not null,
  -- also for recipients with other locales
  is_default boolean not null,
  -- templates of Mustache
  subject text not null,
  text text not null,
  -- null: made of the text
  html text
);
create index email_template_of_account on email_template (reseller_id, id);
