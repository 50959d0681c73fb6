-- A test of an operator reads the message queue of an account by itself for a while.
alter table registry_account add column poll_paused_until timestamptz;
