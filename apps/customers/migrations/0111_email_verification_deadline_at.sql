-- A deadline begins with the first mail. An address that nobody has written to yet has none: nothing lapses for it, and it
-- is known as long as a domain needs it.
alter table email_verification alter column deadline_at drop not null;
update email_verification set deadline_at = null where status = 'not verified';
delete from email_verification v
where status = 'not verified'
  and not exists (select from email_verification_domain d where d.verification_id = v.id);
alter table email_verification
  add constraint email_verification_begun check ((status = 'not verified') = (deadline_at is null));
