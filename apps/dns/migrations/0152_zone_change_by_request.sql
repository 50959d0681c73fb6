-- no transaction
-- Finds what a request has changed.
create index concurrently if not exists zone_change_by_request on zone_change (request) where request is not null;
