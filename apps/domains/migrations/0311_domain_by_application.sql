create index domain_by_application on domain (reseller_id, (application ->> 'mode'), id)
  where application is not null and deleted_at is null;
