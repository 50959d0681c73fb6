-- What the authorization server for assistants stores. Identifiers and tokens are hashes; no payload has any.
create table oauth_state (
  -- Session, Interaction, Grant, AuthorizationCode, AccessToken or RefreshToken
  kind text not null,
  -- SHA-256 of the identifier or token
  hash bytea not null,
  -- the grant that it belongs to; it counts only while the token of the grant does
  grant_hash bytea,
  payload text not null,
  -- when a code or refresh token was used
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, hash)
);
create index oauth_state_grant_hash on oauth_state (grant_hash) where grant_hash is not null;
-- Finds outdated rows.
create index oauth_state_expires_at on oauth_state (expires_at);
