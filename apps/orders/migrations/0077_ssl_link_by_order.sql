-- no transaction
-- Finds the links of an order.
create index concurrently if not exists ssl_link_by_order on ssl_link (ssl_order_id);
