-- How many cents the balance may lie below zero, in any one currency; without a limit when null.
alter table registrar add column credit bigint check (credit >= 0);
