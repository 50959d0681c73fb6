-- Whoever changes a row, also an operator without the search path of the service, notes it in this schema.
alter function note_access_change() set search_path from current;
