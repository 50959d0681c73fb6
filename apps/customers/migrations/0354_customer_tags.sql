-- Stands in customer_tag by now; its index goes with it.
alter table customer drop column tags;
