-- How many zones an account has: lists tell it on every page.
create table zone_count (
  reseller_id integer primary key,
  masters integer not null,
  slaves integer not null
);
insert into zone_count (reseller_id, masters, slaves)
select reseller_id, count(*) filter (where type = 'master'), count(*) filter (where type = 'slave')
from zone where deleted_at is null group by reseller_id;
