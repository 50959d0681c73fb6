-- Patterns are compared in lower case; one that begins with letters finds its place here.
create index customer_company_name on customer (reseller_id, lower(company_name) text_pattern_ops);
