-- Until when an order may be under way that has copied the customer: it is not deleted before.
alter table customer add column snapshot_until timestamptz;
