-- What a living worker holds: its own number, session slots of accounts, whatever only one worker may hold at a time.
create table worker_lease (
  key text primary key,
  worker integer not null,
  held_until timestamptz not null
);
