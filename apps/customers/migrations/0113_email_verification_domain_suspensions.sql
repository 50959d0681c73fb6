-- How often the service that owns the domain was told of its suspension: by that it orders the news, which may be of one
-- moment.
alter table email_verification_domain add column suspension_version integer;
update email_verification_domain set suspension_version = is_suspended::integer;
alter table email_verification_domain alter column suspension_version set not null;
