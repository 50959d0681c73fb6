-- no transaction
-- Removes the frames of contacts, which have personal data, 1,000 at a time. New frames have that data masked. A repeated run
-- skips finished rows.
do $$
declare
  done integer;
begin
  loop
    update registry_transaction set frame = null, answer = null where cltrid in (
      select cltrid from registry_transaction
      where command like 'contact:%' and frame like '%<contact:%' and frame not like '%>***<%' limit 1000);
    get diagnostics done = row_count;
    commit;
    exit when done = 0;
  end loop;
end $$;
