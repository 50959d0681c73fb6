-- One row per door: `common`, where every TLD is served, and the door of each profile.
alter table session_policy
  drop column is_the_row,
  add column door text primary key default 'common',
  -- commands of one registrar a minute; without a limit when null
  add column commands_per_minute integer check (commands_per_minute > 0),
  -- how long an answer that refuses is held back
  add column error_penalty_ms integer not null default 0 check (error_penalty_ms >= 0);
