create index ca_certificate_of_order on ca_certificate (order_key);
