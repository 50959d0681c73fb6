-- no transaction
-- Finds old settings.
create index concurrently if not exists timer_setting_by_time on timer_setting (set_at);
