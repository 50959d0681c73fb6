-- How far the holders of domains that are older than the table were read from the domains service: one row.
create table holder_fill (
  id integer default 1 primary key,
  -- zones of other accounts at domains that were held before this instant stay published for a while
  started_at timestamptz not null default now(),
  -- id of the last domain that was read
  after_domain integer not null default 0,
  is_done boolean not null default false,
  constraint holder_fill_one_row check (id = 1)
);
insert into holder_fill default values;
