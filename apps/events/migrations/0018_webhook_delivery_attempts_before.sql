-- The attempts before an account sent a delivery again: the pauses between further attempts begin anew.
alter table webhook_delivery add column attempts_before integer not null default 0;
