-- no transaction
-- Erases the data of customers that were deleted before deletion did so, 1,000 at a time. A repeated run skips finished rows.
do $$
declare
  done integer;
begin
  loop
    update customer set
      username = '', first_name = '', prefix = '', initials = '', last_name = '', company_name = '',
      email = '', street = '', house_number = '', house_suffix = '', zipcode = '', city = '', state = '',
      phone_country_code = '', phone_area_code = '', phone_subscriber_number = '', fax_country_code = '',
      fax_area_code = '', fax_subscriber_number = '', vat = '', comments = '', first_name_folded = '',
      prefix_folded = '', initials_folded = '', last_name_folded = '', company_name_folded = '',
      email_folded = '', comments_folded = '',
      additional_data = '{}', extension_additional_data = '[]'
    where id in (
      select id from customer
      where deleted_at is not null and (email <> '' or first_name <> '' or last_name <> '' or street <> '') limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
end $$;
