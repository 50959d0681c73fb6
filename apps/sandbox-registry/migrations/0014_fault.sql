create table fault (
  id bigint generated always as identity primary key,
  command text not null,
  object text,
  kind text not null check (kind in (
    'drop-response', 'drop-request', 'delay', 'close-before-answer', 'garbage', 'wrong-trid', 'inject-code')),
  remaining integer not null check (remaining >= 0),
  code integer,
  milliseconds integer,
  check ((kind = 'inject-code') = (code is not null)),
  check ((kind = 'delay') = (milliseconds is not null))
);
