-- What patterns are compared with and lists are sorted by: the texts without case, folded by the service, so that
-- every cluster finds and sorts alike whatever its locale.
alter table customer
  add column first_name_folded text collate "C",
  add column last_name_folded text collate "C",
  add column company_name_folded text collate "C",
  add column email_folded text collate "C",
  add column comments_folded text collate "C";
update customer
set first_name_folded = lower(first_name), last_name_folded = lower(last_name),
  company_name_folded = lower(company_name), email_folded = lower(email), comments_folded = lower(comments);
alter table customer
  alter column first_name_folded set not null,
  alter column last_name_folded set not null,
  alter column company_name_folded set not null,
  alter column email_folded set not null,
  alter column comments_folded set not null;
