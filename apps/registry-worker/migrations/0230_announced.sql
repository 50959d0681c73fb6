-- When the message about this runnable operation was sent to the queue of its account; null while none is on its way.
alter table operation add column announced_at timestamptz;
