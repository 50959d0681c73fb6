-- What the dialect of a registry keeps about a contact, beside the data of the RFCs.
alter table contact add column own jsonb not null default '{}';
