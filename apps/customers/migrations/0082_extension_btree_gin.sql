-- Whole numbers beside texts in one inverted index. Made by the user who migrates, as the one before.
set local role none;
create extension if not exists btree_gin with schema public;
