-- Periods in which a delete gives back what was charged (RFC 3915 section 3.1).
create table grace (
  domain text not null references domain on delete cascade,
  kind text not null check (kind in ('addPeriod', 'renewPeriod', 'autoRenewPeriod', 'transferPeriod')),
  charge bigint primary key references charge,
  ends_at timestamptz not null
);
create index grace_domain on grace (domain);
