-- The order of an account's list. Carries what patterns look at: a list that has to look far stays within the index.
drop index customer_reseller_id;
create index customer_reseller_id on customer (reseller_id, id)
  include (first_name_folded, last_name_folded, company_name_folded, handle, email_folded)
  where deleted_at is null;
