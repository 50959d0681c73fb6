create unique index one_open_purchase_per_ssl_order on ssl_purchase (ssl_order_id) where captured_at is null and released_at is null;
