-- In the order of the statuses that the phases show.
create index domain_by_status on domain (
  reseller_id,
  array_position('{active,active.leaving,active.changing,quarantine.soft,quarantine.hard,dying,gone,left,failed,waiting.party,create.queued,create.pending,transfer.queued,transfer.pending,active.trading,restoring,transfer.scheduled}'::text[], phase),
  id
) where deleted_at is null;
