-- The customers that were made of contacts at a registry: a contact is always the same customer of a reseller.
create table adopted_contact (
  reseller_id integer not null,
  -- our name of the account at the registry
  account text not null,
  -- identifier of the contact there (RFC 5733 section 2.1)
  registry_id text not null,
  customer_id integer not null,
  primary key (reseller_id, account, registry_id),
  constraint adopted_contact_customer foreign key (customer_id) references customer (id)
);
create index adopted_contact_customer_id on adopted_contact (customer_id);
