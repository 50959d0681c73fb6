-- Patterns are compared in lower case; one that begins with letters finds its place here.
create index customer_last_name on customer (reseller_id, lower(last_name) text_pattern_ops);
