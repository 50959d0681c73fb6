-- Numbers of worker processes; one that lives holds the advisory lock of its number.
create sequence worker_number as integer cycle;
