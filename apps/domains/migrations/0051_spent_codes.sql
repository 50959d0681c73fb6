-- no transaction
-- Removes auth codes that nothing needs any more, 1,000 rows at a time: of domains that have ended, of settled operations, of
-- violations, of differences at registries, and of stored answers, which are built again from the order. A repeated run skips
-- finished rows. Codes that are still needed are sealed by the service, which has the secret.
do $$
declare
  done integer;
begin
  loop
    update domain set auth_code = '', transfer_code = '', internal_auth_code = '' where id in (
      select id from domain where deleted_at is not null and auth_code || transfer_code || internal_auth_code <> ''
      limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
  loop
    update registry_operation set rollback = rollback || '{"authCode":""}' where operation_id in (
      select operation_id from registry_operation
      where state not in ('held', 'submitted') and rollback ->> 'authCode' <> '' limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
  update lifecycle_violation
  set domain = domain || '{"authCode":"","transferCode":"","internalAuthCode":""}', registry = registry - 'authInfo';
  update registry_drift set registry = registry - 'authInfo';
  update idempotency set answer = null where placed is not null and answer like '%auth_code%';
  commit;
end $$;
