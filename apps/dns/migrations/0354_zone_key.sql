-- The key that signs a zone, and how far its DS has come in the zone above.
create table zone_key (
  zone_id integer primary key,
  -- of the DNSKEY record (RFC 4034 section 2.1)
  flags integer not null,
  algorithm integer not null,
  public_key bytea not null,
  -- encrypted: 12 octets nonce, 16 octets tag, then the key
  private_key bytea not null,
  -- names the secret it is encrypted with, and tells nothing of it
  secret_id text not null,
  created_at timestamptz not null,
  -- false from when DNSSEC is switched off until the zone is unsigned
  is_wanted boolean not null,
  -- when every name server answered the key
  seen_at timestamptz,
  -- whether the zone above was told
  is_delegated boolean not null,
  -- when the zone above had no DS of the key any more
  withdrawn_at timestamptz,
  -- when the next step is tried; null when nothing is left to do
  next_attempt_at timestamptz,
  attempts integer not null,
  claimed_until timestamptz,
  last_error text,
  constraint zone_key_zone foreign key (zone_id) references zone (id)
);
