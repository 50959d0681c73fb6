-- Whether the operation is a routine look at its domain, for which no other operation waits.
alter table operation add column is_routine boolean not null default false;
