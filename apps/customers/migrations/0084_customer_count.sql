-- How many customers an account has: lists tell it on every page.
create table customer_count (
  reseller_id integer primary key,
  companies integer not null,
  individuals integer not null,
  constraint customer_count_reseller foreign key (reseller_id) references reseller (id)
);
insert into customer_count (reseller_id, companies, individuals)
select reseller_id, count(*) filter (where company_name_folded <> ''), count(*) filter (where company_name_folded = '')
from customer where deleted_at is null group by reseller_id;
