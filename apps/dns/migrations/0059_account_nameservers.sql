-- The label that begins the names of an account's name servers, copied from the customers service. A row never changes.
create table account_nameservers (
  reseller_id integer primary key,
  -- null: the account was opened before accounts had name servers of their own; it has the shared ones
  label text unique
);
