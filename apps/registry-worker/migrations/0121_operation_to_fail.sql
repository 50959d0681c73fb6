-- Why an operator wants the operation to fail: nothing more is sent for it, and the registry is asked about what was sent.
alter table operation add column fail_reason text;
