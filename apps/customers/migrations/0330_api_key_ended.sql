-- When it was noted that the key has reached its end; null while it has not.
alter table api_key add column ended_at timestamptz;
