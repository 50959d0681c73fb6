-- A reservation goes forward only, and nothing of it but its state ever changes.
create function reservation_goes_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
       ('open', 'confirmed'), ('open', 'captured'), ('open', 'released'),
       ('confirmed', 'captured'), ('confirmed', 'released'))
     or (to_jsonb(old) - '{state,confirmed_at,settled_at}'::text[])
       is distinct from (to_jsonb(new) - '{state,confirmed_at,settled_at}'::text[]) then
    raise exception 'reservation % cannot go from % to %', old.order_id, old.state, new.state
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger reservation_goes_forward before update on reservation
for each row execute function reservation_goes_forward();

-- At the commit, a reservation's state is what its movements say.
create function reservation_agrees_with_ledger() returns trigger language plpgsql set search_path from current as $$
declare
  wanted text[] := case
    when new.reserved_at is null then '{}'
    when new.state = 'captured' then '{capture,reserve}'
    when new.state = 'released' then '{release,reserve}'
    else '{reserve}' end;
  moved text[];
begin
  select coalesce(array_agg(kind order by kind), '{}') into moved from ledger_transaction where order_id = new.order_id;
  -- A later change in the same transaction has brought its own movement.
  if moved is distinct from wanted
     and exists (select from reservation where order_id = new.order_id and state = new.state) then
    raise exception 'reservation % is % but its movements are %', new.order_id, new.state, moved
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create constraint trigger reservation_agrees_with_ledger after insert or update on reservation
deferrable initially deferred for each row execute function reservation_agrees_with_ledger();
