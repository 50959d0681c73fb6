-- no transaction
-- Finds the links of an order.
create index concurrently if not exists dmarc_link_by_order on dmarc_link (dmarc_order_id);
