-- What a restored backup has lost of the charges of names that were recovered. A person confirms each before it is posted.
create table recovered_charge (
  -- key of the correction in the ledger, made of the name and the transaction: it counts once
  key text collate "C" primary key,
  reseller_id integer not null,
  name text collate "C" not null,
  -- create, renew, transfer
  operation text not null,
  years integer not null,
  -- the instant whose prices count
  happened_at timestamptz not null,
  -- in units of the currency; null when the extension had no price then
  amount numeric(16, 4),
  currency text not null,
  -- proposed, confirmed (to be posted), posted, waived
  state text not null,
  proposed_at timestamptz not null,
  closed_at timestamptz,
  reason text not null default ''
);
create index recovered_charge_by_state on recovered_charge (state, key);
