-- Whether the registry asks more for the name than for others.
alter table domain add column is_premium boolean not null default false;
