-- Whether the rules of the extension demand that the address of the registrant is verified. False until the next change of a
-- domain is announced.
alter table email_verification_domain add column is_demanded boolean not null default false;
