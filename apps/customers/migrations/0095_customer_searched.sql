-- What a list with a pattern looks at, in the form its count needs: all four texts of a search as one, each between
-- characters that no name holds; and comments as far as an index can carry them. Written with the type, so that the
-- table and its indexes are made anew once instead of row by row.
alter table customer add column searched text collate "C", add column comments_short text collate "C";
alter table customer
  alter column searched type text collate "C" using
    e'\x01' || first_name_folded || e'\x01' || last_name_folded || e'\x01' || company_name_folded || e'\x01'
      || lower(handle) || e'\x01',
  alter column comments_short type text collate "C" using
    case when length(comments_folded) <= 200 then comments_folded end;
alter table customer alter column searched set not null;
