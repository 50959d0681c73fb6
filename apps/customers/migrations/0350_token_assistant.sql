-- A token can be the access of an assistant. Nobody has the token itself then; the authorization server gives the client
-- access tokens that end earlier, each in place of the one before.
alter table token
  -- SHA-256 of the grant's id; null: the token of a login
  add column grant_hash bytea,
  -- SHA-256 of the newest access token
  add column access_hash bytea,
  -- when the access token ends
  add column access_ends_at timestamptz,
  -- URL of the client's metadata document
  add column client_id text,
  -- as the client calls itself
  add column client_name text,
  add column profile text;
-- An access token that ends earlier is a change of what gateways know.
create or replace trigger token_access_change
  after delete or update of hash, contact_id, scope, bound_to, expires_at, access_hash, access_ends_at, profile
  on token for each row when (old.expires_at > now()) execute function note_access_change();
