-- One row: what the registry asks of every connection.
create table session_policy (
  is_the_row boolean primary key default true check (is_the_row),
  server_id text not null,
  max_frame_octets integer not null check (max_frame_octets > 0),
  idle_seconds integer not null check (idle_seconds > 0),
  absolute_seconds integer not null check (absolute_seconds > 0),
  max_sessions integer not null check (max_sessions > 0),
  max_login_attempts integer not null check (max_login_attempts > 0),
  max_check_objects integer not null check (max_check_objects > 0),
  -- allowed: not looked at; refused: answered 2306; closed: the connection ends without an answer
  reused_cltrid text not null check (reused_cltrid in ('allowed', 'refused', 'closed'))
);
