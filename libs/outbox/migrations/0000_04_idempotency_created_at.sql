create index idempotency_created_at on idempotency (created_at);
