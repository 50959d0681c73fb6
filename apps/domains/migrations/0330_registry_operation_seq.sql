-- The order in which the operations of a domain were submitted: clocks of replicas differ, and two may read the same.
alter table registry_operation add column seq bigserial;
