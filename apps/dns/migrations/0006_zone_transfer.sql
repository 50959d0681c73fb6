-- The state of the transfers of slave zones.
create table zone_transfer (
  zone_id integer primary key,
  -- serial of the SOA record that the master sent last
  serial bigint not null,
  transferred_at timestamptz not null,
  -- when the name server last reached the master, by its own clock (seconds since 1970): only compared for change
  last_check bigint not null,
  -- when that value changed, by the platform's clock
  seen_at timestamptz not null,
  -- REFRESH of the SOA record, in seconds
  refresh integer not null,
  -- when the name server was told to query a master that is overdue
  asked_at timestamptz,
  -- since when the master does not answer
  silent_since timestamptz,
  constraint zone_transfer_zone foreign key (zone_id) references zone (id)
);
