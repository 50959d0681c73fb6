-- Whether the table of roles counts for the people of the account. Off for accounts that existed before it, because their
-- programs log in as contacts of any role.
alter table reseller add column enforces_roles boolean not null default false;
