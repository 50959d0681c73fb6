-- One row, in an installation that is tried out: how far the platform's time runs ahead of the machine's.
create table sandbox_clock (
  is_the_row boolean primary key default true check (is_the_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
