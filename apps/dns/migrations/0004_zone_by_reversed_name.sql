-- Finds the zones below a name: theirs begin alike when read from the end.
create index zone_by_reversed_name on zone (reverse(name) text_pattern_ops) where deleted_at is null;
