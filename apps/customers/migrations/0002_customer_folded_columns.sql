-- Lists are also sorted by prefix, initials and full name. The service folds prefix and initials; the trigger that fills
-- `searched` composes the full name from folded parts.
alter table customer
  add column prefix_folded text collate "C",
  add column initials_folded text collate "C",
  add column full_name_folded text collate "C";
create or replace function fill_search_texts() returns trigger language plpgsql as $$
begin
  new.searched := e'\x01' || new.first_name_folded || e'\x01' || new.last_name_folded || e'\x01'
    || new.company_name_folded || e'\x01' || lower(new.handle) || e'\x01';
  new.comments_short := case when length(new.comments_folded) <= 200 then new.comments_folded end;
  new.full_name_folded := concat_ws(' ', new.first_name_folded, nullif(new.prefix_folded, ''), new.last_name_folded);
  return new;
end $$;
drop trigger customer_search_texts on customer;
create trigger customer_search_texts
  before insert or update
  of first_name_folded, last_name_folded, company_name_folded, handle, comments_folded, prefix_folded
  on customer for each row execute function fill_search_texts();
