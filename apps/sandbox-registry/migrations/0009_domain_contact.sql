create table domain_contact (
  domain text not null references domain on delete cascade,
  type text not null check (type in ('admin', 'billing', 'tech')),
  contact text not null references contact,
  primary key (domain, type, contact)
);
create index domain_contact_contact on domain_contact (contact);
