-- The label that begins the names of the name servers assigned to an account, such as in `<label>.ns1.example.net`. A row is
-- made with its account, is never changed and outlives it: no label is given out again. An account without a row was
-- opened before; its name servers are the shared ones.
create table nameserver_label (
  -- random, of a-z and 2-7
  label text primary key,
  reseller_id integer not null unique,
  assigned_at timestamptz not null
);
