-- Messages of one registrar in any second; without a limit when null.
alter table session_policy add column commands_per_second integer check (commands_per_second > 0);
