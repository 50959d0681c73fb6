-- The webhook of the notification settings of an account has the legacy form: another body, and a key of its receiver. Its
-- secret signs if it is not empty.
alter table webhook
  add column form text not null default 'standard',
  add column bearer bytea,
  add column bearer_id text;
