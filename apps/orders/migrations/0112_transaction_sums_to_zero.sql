-- Looked at when the transaction commits, once all its entries are there.
create function transaction_sums_to_zero() returns trigger language plpgsql set search_path from current as $$
declare
  difference bigint;
begin
  select sum(amount) into difference from ledger_entry where transaction_id = new.transaction_id;
  if difference <> 0 then
    raise exception 'transaction % does not sum to zero but to %', new.transaction_id, difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create constraint trigger transaction_sums_to_zero after insert on ledger_entry
deferrable initially deferred for each row execute function transaction_sums_to_zero();
