-- The API key that placed the order; null for orders of logins and automatic renewals. Its spend limits count by it.
alter table reservation add column key_id integer;
