-- When the verification of the registrant's address last said whether the domain is suspended; older news is not heard.
alter table domain add column suspension_changed_at timestamptz;
