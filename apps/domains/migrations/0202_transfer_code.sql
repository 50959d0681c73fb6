-- Code by which another registrar's domain is asked for; empty once the domain is here.
alter table domain add column transfer_code text not null default '';
