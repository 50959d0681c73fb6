-- How many requests each account may still make at once; refills with time. Worth nothing after a crash.
create unlogged table request_allowance (
  reseller_id integer primary key,
  -- below zero after edges let more through than they knew of
  remaining double precision not null,
  as_of timestamptz not null
);
