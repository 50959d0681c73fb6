-- Finds the last version of a name, deleted zones included.
create index zone_by_name on zone (name, version);
