-- Which news of the verification of the registrant's address was heard last: news of one moment has an order by its
-- version, and none by its time.
alter table domain add column suspension_version integer not null default 0;
update domain set suspension_version = 1 where is_suspended;
alter table domain drop column suspension_changed_at;
