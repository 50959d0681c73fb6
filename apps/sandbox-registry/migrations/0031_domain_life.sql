alter table domain
  add column statuses text[] not null default '{}',
  add column updated_by text references registrar,
  add column updated_at timestamptz,
  add column transferred_at timestamptz,
  -- where a deleted domain is (RFC 3915), and until when it stays there
  add column rgp text check (rgp in ('redemptionPeriod', 'pendingRestore', 'pendingDelete')),
  add column rgp_until timestamptz,
  -- the end of the redemption period, to which a restore without a report falls back
  add column redemption_until timestamptz,
  -- who the delete was answered to, for the notice of its end
  add column deleted_cltrid text,
  add column deleted_svtrid text,
  add constraint rgp_ends check ((rgp is null) = (rgp_until is null)),
  add constraint rgp_is_of_a_delete check (rgp is null or (redemption_until is not null and deleted_svtrid is not null));
