-- Leases of running workers: on their number, on session slots of accounts, on tasks that only one worker may do.
create table worker_lease (
  key text primary key,
  worker integer not null,
  held_until timestamptz not null
);
