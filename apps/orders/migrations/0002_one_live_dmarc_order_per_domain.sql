create unique index one_live_dmarc_order_per_domain on dmarc_order (name) where status in ('REQ', 'ACT');
