-- How many mails about expiries are kept for an account: every page of the list shows it. An account that had mails before
-- this table gets its row with the next one; until then readers count.
create table expiry_mail_count (
  reseller_id integer primary key,
  mails integer not null
);

-- Counts new mails, any number of them in one statement.
create function count_new_expiry_mails() returns trigger language plpgsql set search_path from current as $$
declare
  added record;
begin
  for added in select reseller_id, count(*)::integer as mails from fresh group by reseller_id order by reseller_id loop
    update expiry_mail_count set mails = expiry_mail_count.mails + added.mails where reseller_id = added.reseller_id;
    continue when found;
    -- Another transaction may add the row meanwhile: that one has not counted these mails.
    insert into expiry_mail_count as known (reseller_id, mails)
    select added.reseller_id, count(*) from expiry_mail where reseller_id = added.reseller_id
    on conflict (reseller_id) do update set mails = known.mails + added.mails;
  end loop;
  return null;
end $$;
create trigger expiry_mail_count_new after insert on expiry_mail referencing new table as fresh
  for each statement execute function count_new_expiry_mails();

-- Stops counting deleted mails.
create function count_deleted_expiry_mails() returns trigger language plpgsql set search_path from current as $$
begin
  update expiry_mail_count set mails = expiry_mail_count.mails - gone.mails
  from (select reseller_id, count(*) as mails from deleted group by reseller_id) as gone
  where expiry_mail_count.reseller_id = gone.reseller_id;
  return null;
end $$;
create trigger expiry_mail_count_deleted after delete on expiry_mail referencing old table as deleted
  for each statement execute function count_deleted_expiry_mails();
