alter table operation
  -- when the registry took it without carrying it out at once (1001)
  add column pending_at timestamptz,
  -- how the registry said that the pending action ended
  add column pending_result boolean,
  -- what the registry showed last
  add column view jsonb;
