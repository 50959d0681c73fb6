-- What is in the books stays there; a mistake is corrected by another movement.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
for each statement execute function ledger_is_append_only();

create trigger ledger_transaction_is_append_only before update or delete or truncate on ledger_transaction
for each statement execute function ledger_is_append_only();

create trigger ledger_account_stays before delete or truncate on ledger_account
for each statement execute function ledger_is_append_only();

create trigger reservation_stays before delete or truncate on reservation
for each statement execute function ledger_is_append_only();

revoke update, delete, truncate on ledger_entry from current_user;
-- Not update: checking the foreign key of an entry locks the row, which takes the right to update it.
revoke delete, truncate on ledger_transaction, ledger_account, reservation from current_user;
