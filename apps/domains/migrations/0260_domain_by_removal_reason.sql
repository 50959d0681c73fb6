-- Why names are not in an account any more.
create index domain_by_removal_reason on domain (reseller_id, removal_reason, id)
  where deleted_at is not null and removal_reason is not null;
