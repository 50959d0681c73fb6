-- A search that matches often is counted within this index: as narrow as it can be.
drop index customer_searched;
create index customer_searched on customer (reseller_id, id) include (searched) where deleted_at is null;
