create index ssl_order_due on ssl_order (due_at) where due_at is not null;
