-- Reads the table without blocking it, so that it can be attached as a partition without being read.
alter table inbox validate constraint inbox_first_bound;
