-- Those of which it is known before they are gone.
create index domain_being_removed on domain (reseller_id, removal_reason, id)
  where deleted_at is null and removal_reason is not null;
