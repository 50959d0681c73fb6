-- The labels that an account has for its customers.
create table tag (
  id integer generated always as identity primary key,
  reseller_id integer not null,
  value text collate "C" not null,
  constraint tag_reseller foreign key (reseller_id) references reseller (id)
);
