-- From here on no row without these texts is written; validated in 0005, once the older rows have them.
alter table customer add constraint customer_folded
  check (prefix_folded is not null and initials_folded is not null and full_name_folded is not null) not valid;
