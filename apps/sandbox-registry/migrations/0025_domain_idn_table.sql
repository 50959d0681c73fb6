alter table domain add column idn_table text references idn_table;
