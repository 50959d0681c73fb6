-- The API key that scheduled the transfer, with its spend limits: its order counts for them when it is paid. Null else.
alter table domain add column scheduled_by jsonb;
