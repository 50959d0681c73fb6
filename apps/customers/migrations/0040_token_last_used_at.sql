-- When a token was last used; recorded at most once a minute. Null in the first minute after the login.
alter table token add column last_used_at timestamptz;
