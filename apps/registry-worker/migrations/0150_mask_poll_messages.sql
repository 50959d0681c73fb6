-- no transaction
-- Masks messages about contacts that were stored before the data of the person were masked, 1,000 at a time, as new ones are
-- (RFC 5733; all but the identifier and the country). A repeated run changes nothing.
do $$
declare
  last_account text := '';
  last_message text := '';
begin
  loop
    with page as (
      select account, message_id from poll_message where (account, message_id) > (last_account, last_message)
      order by account, message_id limit 1000),
    masked as (
      update poll_message p
      set frame = regexp_replace(frame,
        '<((?:[\w.-]+:)?(?:name|org|street|city|sp|pc|voice|fax|email))(\s[^<>]*)?>(?:[^<]|<!\[CDATA\[(?:[^\]]|\](?!\]>))*\]\]>)*</\1\s*>',
        '<\1\2>***</\1>', 'g')
      from page
      where p.account = page.account and p.message_id = page.message_id
        and frame like '%urn:ietf:params:xml:ns:contact-1.0%')
    select account, message_id into last_account, last_message from page
    order by account desc, message_id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
