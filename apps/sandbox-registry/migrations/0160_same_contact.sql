-- no transaction
-- Some registries answer a create of a contact with one that has the same data: a dialect keeps a print of them.
create index concurrently if not exists contact_sponsor_print_idx on contact (sponsor, (own ->> 'print'))
  where own ->> 'print' is not null;
