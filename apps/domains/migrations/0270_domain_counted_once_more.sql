-- Counted once more, with nothing changing meanwhile: a service that ran on while its tables were migrated changed domains
-- after they had been counted and before the triggers were there.
lock table domain in share row exclusive mode;
delete from domain_count_change;
delete from domain_count;
insert into domain_count (reseller_id, is_deleted, kind, value, domains)
select reseller_id, deleted_at is not null, kind, value, count(*)
from domain d, domain_counted_as(d.phase, d.extension, d.ns_group,
  array[d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle], d.deleted_at is not null)
group by 1, 2, 3, 4;
