-- When the timers of a domain were last set, by the database's clock. A row without timers is deleted some time after that.
alter table timer_setting add column set_at timestamptz not null default now();
