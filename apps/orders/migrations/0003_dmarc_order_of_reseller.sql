create index dmarc_order_of_reseller on dmarc_order (reseller_id, id);
