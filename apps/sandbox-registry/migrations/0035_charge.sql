-- What registrars were charged, in cents; a refund is the negative of the charge it refers to, once.
create table charge (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  registrar text not null references registrar,
  domain text not null,
  kind text not null check (kind in ('create', 'renew', 'auto-renew', 'transfer', 'restore')),
  years integer not null check (years >= 0),
  cents bigint not null,
  currency text not null,
  refund_of bigint unique references charge,
  -- the command that caused it; none when the registry did
  svtrid text,
  check ((refund_of is null) = (cents >= 0))
);
create index charge_registrar on charge (registrar, currency) include (cents);
create index charge_domain on charge (domain);
