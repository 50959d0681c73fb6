-- What the dialect of a registry keeps about a domain, beside the data of the RFCs.
alter table domain add column own jsonb not null default '{}';
