-- One living person per username on the whole platform; who is gone gives the name free.
alter table contact drop constraint contact_username;
create unique index contact_username on contact (username) where deleted_at is null;
