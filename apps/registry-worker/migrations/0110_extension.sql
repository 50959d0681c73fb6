-- The records of extensions that operators have set, each from an instant on, as the domains service announced them.
create table extension (
  -- of two with the same date, the higher one counts
  number bigint primary key,
  suffix text not null,
  effective_from timestamptz not null,
  record json not null
);
