create index token_expires_at on token (expires_at);
