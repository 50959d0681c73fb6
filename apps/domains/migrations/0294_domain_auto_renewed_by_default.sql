-- What `autorenew: default` means for the domain; a copy of the setting of its account.
alter table domain add column is_auto_renewed_by_default boolean not null default true;
