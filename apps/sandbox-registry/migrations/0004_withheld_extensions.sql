-- Extensions that the greeting of a port leaves out, by the names of their namespaces.
alter table session_policy add column withheld_extensions text[] not null default '{}';
