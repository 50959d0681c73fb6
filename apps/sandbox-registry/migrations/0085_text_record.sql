-- TXT records at name servers of others, which the sandbox does not have: a test sets them.
create table text_record (
  -- A-labels, lower case, no final dot
  name text primary key,
  texts text[] not null
);
