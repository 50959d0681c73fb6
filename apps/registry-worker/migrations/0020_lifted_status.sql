-- Client statuses that an operation took away because they stood in its way, to be set again when it is over.
create table lifted_status (
  operation_id uuid not null references operation,
  status text not null,
  primary key (operation_id, status)
);
