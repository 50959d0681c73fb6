-- The last transfer of a domain.
create table transfer (
  domain text primary key references domain on delete cascade,
  status text not null check (status in (
    'pending', 'clientApproved', 'clientRejected', 'clientCancelled', 'serverApproved', 'serverCancelled')),
  requested_by text not null references registrar,
  requested_at timestamptz not null,
  -- who must act by acts_at, or has acted then
  acting text not null references registrar,
  acts_at timestamptz not null,
  -- what the domain expires at once the transfer is done
  expires_at timestamptz
);
create index transfer_pending on transfer (acts_at) where status = 'pending';
