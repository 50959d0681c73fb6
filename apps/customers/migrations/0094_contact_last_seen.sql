-- When a person was last there; calls are written down once a minute at most.
alter table contact
  add column last_login_at timestamptz,
  add column last_api_call_at timestamptz;
