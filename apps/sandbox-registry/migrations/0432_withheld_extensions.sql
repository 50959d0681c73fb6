-- Extensions that the greeting of a door leaves out, by the names of their namespaces.
alter table session_policy add column withheld_extensions text[] not null default '{}';
