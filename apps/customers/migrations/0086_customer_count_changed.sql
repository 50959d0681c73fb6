-- Counts a customer no more when it is deleted, and elsewhere when it becomes a company.
create function count_changed_customer() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    update customer_count
    set companies = companies - (old.company_name_folded <> '')::integer,
      individuals = individuals - (old.company_name_folded = '')::integer
    where reseller_id = old.reseller_id;
  end if;
  if new.deleted_at is null then
    update customer_count
    set companies = companies + (new.company_name_folded <> '')::integer,
      individuals = individuals + (new.company_name_folded = '')::integer
    where reseller_id = new.reseller_id;
  end if;
  return null;
end $$;
create trigger customer_count_changed after update on customer for each row
  when ((old.deleted_at is null, old.company_name_folded <> '')
    is distinct from (new.deleted_at is null, new.company_name_folded <> ''))
  execute function count_changed_customer();
