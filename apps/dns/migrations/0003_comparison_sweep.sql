-- When all records of the next zones are compared: the replica that claims the row compares them.
alter table drift_sweep add column next_comparison_at timestamptz not null default '1970-01-01 00:00:00+00';
