-- The rules by which the sandbox registry serves extensions of operators.
create table sandbox_extension (
  suffix text primary key,
  rules jsonb not null
);
