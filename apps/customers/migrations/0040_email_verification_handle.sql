-- What was started for a customer.
create index email_verification_handle on email_verification (handle);
