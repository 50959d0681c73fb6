-- What the deadline still has to be brought upon: it counts from the first domain on.
drop index email_verification_deadline;
create index email_verification_deadline on email_verification (deadline_at)
  where status in ('not verified', 'in progress') or (status = 'failed' and not is_suspended);
