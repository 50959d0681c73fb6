-- Patterns are compared in lower case; one that begins with letters finds its place here.
create index customer_email on customer (reseller_id, lower(email) text_pattern_ops);
