-- Texts by three letters anywhere in them. Made by the user who migrates: a service's role may not make extensions.
set local role none;
create extension if not exists pg_trgm with schema public;
