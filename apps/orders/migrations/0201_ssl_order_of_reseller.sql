create index ssl_order_of_reseller on ssl_order (reseller_id, ordered_at desc, id desc);
