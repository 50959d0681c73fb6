create index timer_due on timer (due_at);
