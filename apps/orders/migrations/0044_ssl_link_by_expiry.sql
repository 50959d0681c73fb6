-- no transaction
-- Finds expired links.
create index concurrently if not exists ssl_link_by_expiry on ssl_link (expires_at);
