-- Records that accounts were asked to publish at other name servers, to prove that they control a name. Each is used once.
create table zone_proof (
  -- A-labels, lower case, no final dot
  name text not null,
  reseller_id integer not null,
  -- random text of a TXT record
  value text not null,
  expires_at timestamptz not null,
  primary key (name, reseller_id)
);
create index zone_proof_expired on zone_proof (expires_at);
