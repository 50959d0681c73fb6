-- no transaction
-- Finds orders that were refused long ago.
create index concurrently if not exists refused_order_refused on refused_order (refused_at);
