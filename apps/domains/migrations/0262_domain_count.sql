-- How many domains an account has in each phase, of each extension, with each nameserver group and each handle: lists
-- tell it on every page.
create table domain_count (
  reseller_id integer not null,
  is_deleted boolean not null,
  -- phase, extension, ns_group, handle
  kind text not null,
  value text collate "C" not null,
  domains integer not null,
  primary key (reseller_id, is_deleted, kind, value)
);
