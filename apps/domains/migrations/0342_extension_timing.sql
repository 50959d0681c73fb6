-- By which rules the timers of the domains of an extension are set, and how far they have been set anew by these.
create table extension_timing (
  extension text primary key,
  timing text not null,
  -- number of the last domain that was set anew; null when all have been
  redone_to integer
);
