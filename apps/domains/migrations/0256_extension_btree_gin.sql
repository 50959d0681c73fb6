-- Whole numbers beside texts in one inverted index. Made by the user who migrates: a service's role may not make
-- extensions.
set local role none;
create extension if not exists btree_gin with schema public;
