-- The domains whose registrant has an address that is, or is to be, verified.
create table email_verification_domain (
  verification_id integer not null,
  domain_id integer not null,
  -- whole name, A-labels, lower case
  domain text not null,
  -- the registrant
  handle text not null,
  primary key (verification_id, domain_id),
  constraint email_verification_domain_verification foreign key (verification_id) references email_verification (id)
);
