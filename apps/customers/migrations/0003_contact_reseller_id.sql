create index contact_reseller_id on contact (reseller_id);
