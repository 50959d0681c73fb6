-- What is checked of nameservers before a create or a change.
alter table profile add column host_check text not null default 'none';
