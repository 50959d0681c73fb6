-- When the serials of all zones are next compared: one row, which one replica at a time takes.
create table drift_sweep (
  id integer primary key default 1,
  next_at timestamptz not null default '1970-01-01 00:00:00+00',
  constraint drift_sweep_one_row check (id = 1)
);
insert into drift_sweep default values;
