-- The history of an account, newest last.
create index audit_log_reseller_id on audit_log (reseller_id, id);
