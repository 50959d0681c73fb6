-- Object at the registry that the code of a transfer belongs to, where it is not the domain.
alter table domain add column transfer_roid text not null default '';
