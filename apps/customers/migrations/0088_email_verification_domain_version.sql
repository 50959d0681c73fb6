-- A domain has one registrant, and so one address. What is told of it carries a version: older news changes nothing, not
-- even after the domain is gone, when it has no verification any more.
delete from email_verification_domain a using email_verification_domain b
where a.domain_id = b.domain_id and a.verification_id < b.verification_id;
alter table email_verification_domain
  drop constraint email_verification_domain_pkey,
  alter column verification_id drop not null,
  add column version integer not null default 0,
  -- what the service that owns the domain was told last
  add column is_suspended boolean not null default false,
  add primary key (domain_id);
alter table email_verification_domain
  alter column version drop default,
  alter column is_suspended drop default;
