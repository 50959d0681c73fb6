-- A slave zone takes its records from a server of its owner.
alter table zone
  add column master_address text,
  drop constraint zone_type,
  add constraint zone_type check (type in ('master', 'slave')),
  add constraint zone_slave_has_master check ((type = 'slave') = (master_address is not null));
