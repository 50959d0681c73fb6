-- What one transaction adds to one account, in minor units of the reseller's currency.
create table ledger_entry (
  transaction_id bigint not null,
  reseller_id integer not null,
  account text not null,
  amount bigint not null,
  primary key (transaction_id, account),
  foreign key (transaction_id, reseller_id) references ledger_transaction (id, reseller_id),
  constraint known_account check (account in ('available', 'reserved', 'deposits', 'corrections', 'revenue')),
  constraint moves_something check (amount <> 0)
);
