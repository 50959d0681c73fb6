alter table fault validate constraint fault_kind_check, validate constraint fault_check;
