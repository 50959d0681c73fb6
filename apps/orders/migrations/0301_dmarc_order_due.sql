-- no transaction
-- Finds the orders that something is to be done about.
create index concurrently dmarc_order_due on dmarc_order (due_at) where due_at is not null;
