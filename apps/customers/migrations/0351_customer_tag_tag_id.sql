-- Finds the customers that have a label.
create index customer_tag_tag_id on customer_tag (tag_id);
