create index ssl_purchase_of_order on ssl_purchase (ssl_order_id);
