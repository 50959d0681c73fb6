-- no transaction
-- Walked to any place in the order of dates without a look at the rows, among all domains or those of a status, an
-- extension or a name.
create index concurrently domain_listed_by_order_date on domain (reseller_id, ordered_at, id)
  include (label, extension, phase)
  where deleted_at is null;
