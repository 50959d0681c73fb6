-- What a domain is counted as. Nobody asks who is named by domains that are gone.
create function domain_counted_as(phase text, extension text, ns_group text, handles text[], is_deleted boolean)
returns table (kind text, value text) language sql immutable as $$
  select 'phase', phase
  union all select 'extension', extension
  union all select 'ns_group', lower(ns_group)
  union all select distinct 'handle', handle from unnest(handles) handle where handle <> '' and not is_deleted
$$;
insert into domain_count (reseller_id, is_deleted, kind, value, domains)
select reseller_id, deleted_at is not null, kind, value, count(*)
from domain d, domain_counted_as(d.phase, d.extension, d.ns_group,
  array[d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle], d.deleted_at is not null)
group by 1, 2, 3, 4;
