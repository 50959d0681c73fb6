-- no transaction
-- Erases the data of contacts that were deleted before deletion did so, 1,000 at a time. A repeated run skips finished rows.
do $$
declare
  done integer;
begin
  loop
    update contact set username = 'deleted-' || id, password_hash = null, additional_data = '{}',
      email = '', company_name = '', first_name = '', prefix = '', initials = '', last_name = '', street = '',
      house_number = '', house_suffix = '', zipcode = '', city = '', state = '', country = '',
      phone_country_code = '', phone_area_code = '', phone_subscriber_number = '', vat = '', inn = '',
      kpp = '', comments = '',
      api_allowed_from = '{}', api_denied_from = '{}', panel_allowed_from = '{}', panel_denied_from = '{}'
    where id in (
      select id from contact where deleted_at is not null and username <> 'deleted-' || id limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
end $$;
