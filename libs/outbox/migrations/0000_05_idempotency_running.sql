-- A request that is being carried out and has placed nothing yet: until when its claim counts, by the machine's time.
alter table idempotency add column running_until timestamptz;
