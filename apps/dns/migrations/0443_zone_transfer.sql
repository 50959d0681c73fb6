-- What is known of the transfers of slave zones.
create table zone_transfer (
  zone_id integer primary key,
  -- serial of the SOA record that the master sent last
  serial bigint not null,
  transferred_at timestamptz not null,
  -- when the name server last heard of the master, by its own clock (seconds since 1970): compared for change only
  last_check bigint not null,
  -- when that changed, by the clock of the platform
  seen_at timestamptz not null,
  -- REFRESH of the SOA record, in seconds
  refresh integer not null,
  -- when the name server was told to ask a master that is overdue
  asked_at timestamptz,
  -- since when the master does not answer
  silent_since timestamptz,
  constraint zone_transfer_zone foreign key (zone_id) references zone (id)
);
