-- How many contacts of each role a domain has after a create and after an update of that role.
alter table profile add column contact_counts jsonb not null default '{}';
