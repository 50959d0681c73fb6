-- Until when the privacy of a domain is paid for that was switched off; while it is on, that is as long as the domain.
alter table domain add column privacy_until timestamptz;
