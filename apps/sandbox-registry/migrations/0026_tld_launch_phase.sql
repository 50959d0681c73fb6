-- The phase a TLD is in (RFC 8334 section 2.3).
alter table tld add column launch_phase text not null default 'open'
  check (launch_phase in ('sunrise', 'claims', 'open'));
