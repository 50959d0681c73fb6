-- The identifier of this installation, given at its first start. One row.
create table installation (
  is_the_row boolean primary key default true check (is_the_row),
  id uuid not null
);
