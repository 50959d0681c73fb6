-- When all records of the zone were last held against what the name servers have.
alter table zone add column compared_at timestamptz not null default '-infinity';
