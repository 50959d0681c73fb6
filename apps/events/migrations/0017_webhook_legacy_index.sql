-- no transaction
create unique index concurrently if not exists webhook_legacy on webhook (account) where form = 'legacy';
