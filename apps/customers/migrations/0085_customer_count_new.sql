-- Counts new customers, however many come at once.
create function count_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_count as known (reseller_id, companies, individuals)
  select reseller_id, count(*) filter (where company_name_folded <> ''),
    count(*) filter (where company_name_folded = '')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set companies = known.companies + excluded.companies, individuals = known.individuals + excluded.individuals;
  return null;
end $$;
create trigger customer_count_new after insert on customer referencing new table as fresh
  for each statement execute function count_new_customers();
