-- An operator suspended the account: only an operator resumes it.
alter table registry_account add column is_suspended boolean not null default false;
-- identifies the passwords of the settings when our login was refused; another password is tried once, without an operator
alter table registry_account add column refused_mark text;
