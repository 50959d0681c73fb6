create index domain_by_folded_ns_group on domain (reseller_id, lower(ns_group), id) where deleted_at is null;
