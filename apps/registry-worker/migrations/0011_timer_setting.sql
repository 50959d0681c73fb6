-- The version at which each domain last set its timers. It stays when there are none: an older set that comes late finds
-- it and is ignored.
create table timer_setting (
  domain_id integer primary key,
  reseller_id integer not null,
  version integer not null
);
