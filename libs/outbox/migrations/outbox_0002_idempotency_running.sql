-- Until when the claim of a request in progress counts, by the database's clock; null once the request has a result.
alter table idempotency add column running_until timestamptz;
