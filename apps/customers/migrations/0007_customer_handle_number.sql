-- The digits of handles: six of them, seven when those are used up.
create sequence customer_handle_number as integer start with 100000 minvalue 100000;
