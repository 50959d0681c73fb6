-- A list in the order of what it shows is walked phase by phase: counters tell where each begins.
drop index domain_by_status;
