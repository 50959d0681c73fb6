-- Keeps what is searched with what it is made of.
create function fill_search_texts() returns trigger language plpgsql as $$
begin
  new.searched := e'\x01' || new.first_name_folded || e'\x01' || new.last_name_folded || e'\x01'
    || new.company_name_folded || e'\x01' || lower(new.handle) || e'\x01';
  new.comments_short := case when length(new.comments_folded) <= 200 then new.comments_folded end;
  return new;
end $$;
create trigger customer_search_texts
  before insert or update of first_name_folded, last_name_folded, company_name_folded, handle, comments_folded
  on customer for each row execute function fill_search_texts();
