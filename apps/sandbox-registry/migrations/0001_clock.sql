-- One row: how far the registry's time runs ahead of real time.
create table clock (
  is_the_row boolean primary key default true check (is_the_row),
  offset_seconds bigint not null default 0 check (offset_seconds >= 0)
);
