drop index operation_runnable;
