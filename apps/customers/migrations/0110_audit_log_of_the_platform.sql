-- What belongs to no account, such as a price list, is written down too.
alter table audit_log alter column reseller_id drop not null;
