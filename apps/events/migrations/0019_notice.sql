-- The events of the log that people of the account are told of.
create table notice (
  account integer not null,
  sequence bigint not null,
  type text not null,
  -- the contacts that have read it
  read_by integer[] not null default '{}',
  primary key (account, sequence)
);
