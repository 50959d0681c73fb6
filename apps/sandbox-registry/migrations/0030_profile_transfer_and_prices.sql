-- The defaults are those of a generic TLD; each start writes the catalogue over them.
alter table profile
  -- what a transfer adds to the expiry date
  add column transfer_years integer not null default 1 check (transfer_years >= 0),
  -- how long after a create or transfer no other transfer is begun
  add column transfer_lock_days integer not null default 0 check (transfer_lock_days >= 0),
  -- what a registrar hears that asks for its own name
  add column self_transfer_code integer not null default 2106 check (self_transfer_code in (2002, 2106)),
  -- a year of a create or renew, a transfer, a restore
  add column create_cents integer not null default 800 check (create_cents >= 0),
  add column renew_cents integer not null default 800 check (renew_cents >= 0),
  add column transfer_cents integer not null default 800 check (transfer_cents >= 0),
  add column restore_cents integer not null default 4000 check (restore_cents >= 0);
