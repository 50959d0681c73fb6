-- The order of an account's list.
create index customer_reseller_id on customer (reseller_id, id);
