-- What the deadline still has to be brought upon.
drop index email_verification_deadline;
create index email_verification_deadline on email_verification (deadline_at)
  where status = 'in progress' or (status = 'failed' and not is_suspended);
