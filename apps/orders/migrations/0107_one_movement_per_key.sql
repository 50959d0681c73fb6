create unique index one_movement_per_key on ledger_transaction (reseller_id, key) where key is not null;
