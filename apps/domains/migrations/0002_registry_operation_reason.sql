-- The result code of the registry (RFC 5730 section 3), and the contact or host that it refused.
alter table registry_operation add column reason_code integer, add column reason_subject text;
