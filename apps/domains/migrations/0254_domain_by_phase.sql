-- With what tells the queues of new orders and of transfers apart.
drop index domain_by_phase;
create index domain_by_phase on domain (reseller_id, phase, id) include (type) where deleted_at is null;
