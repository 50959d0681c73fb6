-- What the registry refused of the domain as it shall be: {reason, times, since}. Null while it refuses nothing.
alter table domain add column registry_refusal jsonb;
