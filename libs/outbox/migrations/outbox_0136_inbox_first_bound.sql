-- The bound of the partition says the same.
alter table inbox_first drop constraint inbox_first_bound;
