-- What the registry refuses of the desired state of the domain: {reason, times, since}. Null while it refuses nothing.
alter table domain add column registry_refusal jsonb;
