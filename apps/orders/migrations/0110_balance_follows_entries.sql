-- Balances are kept while entries are written, in the same transaction, and in no other way.
create function balance_follows_entries() returns trigger language plpgsql set search_path from current as $$
begin
  update ledger_account a
  set available = a.available + moved.available,
      reserved = a.reserved + moved.reserved,
      deposits = a.deposits + moved.deposits,
      corrections = a.corrections + moved.corrections,
      revenue = a.revenue + moved.revenue
  from (
    select reseller_id,
      coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
      coalesce(sum(amount) filter (where account = 'deposits'), 0) as deposits,
      coalesce(sum(amount) filter (where account = 'corrections'), 0) as corrections,
      coalesce(sum(amount) filter (where account = 'revenue'), 0) as revenue
    from written
    group by reseller_id
    order by reseller_id
  ) moved
  where a.reseller_id = moved.reseller_id;
  return null;
end $$;

create trigger balance_follows_entries after insert on ledger_entry
referencing new table as written for each statement execute function balance_follows_entries();

create function balance_moves_by_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.available, new.reserved, new.deposits, new.corrections, new.revenue) = (0, 0, 0, 0, 0) then return new; end if;
  elsif pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'the balance of reseller % moves by entries only', new.reseller_id
    using errcode = 'integrity_constraint_violation';
end $$;

create trigger balance_opens_at_zero before insert on ledger_account
for each row execute function balance_moves_by_entries();

create trigger balance_moves_by_entries before update on ledger_account
for each row when (
  (old.reseller_id, old.currency, old.available, old.reserved, old.deposits, old.corrections, old.revenue)
  is distinct from
  (new.reseller_id, new.currency, new.available, new.reserved, new.deposits, new.corrections, new.revenue)
) execute function balance_moves_by_entries();
