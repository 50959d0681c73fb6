-- Contracts with registries that are signed. The one with the sandbox is shipped signed.
create table registry_contract (
  contract text primary key,
  signed_by text not null,
  signed_at timestamptz not null
);
insert into registry_contract (contract, signed_by, signed_at) values ('sandbox', 'shipped', '2020-01-01 00:00:00+00');
