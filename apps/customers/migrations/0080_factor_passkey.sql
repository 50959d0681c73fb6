-- Passkeys (WebAuthn) among the second factors.
alter table factor
  alter column sealed drop not null,
  alter column secret_id drop not null,
  -- passkey: its id at the device
  add column credential_id bytea,
  -- passkey: its public key (COSE)
  add column public_key bytea,
  -- passkey: the random number by which the device knows the contact
  add column user_handle bytea,
  -- passkey: how often the device has signed; zero where it does not count
  add column sign_count bigint,
  -- passkey: how browsers reach the device
  add column transports text[],
  -- passkey: whether the device has checked who uses it, while the contact also proved the password
  add column is_user_verified boolean not null default false,
  add constraint factor_kind check (case kind
    when 'totp' then sealed is not null and secret_id is not null
    when 'passkey' then credential_id is not null and public_key is not null and user_handle is not null
      and sign_count is not null and transports is not null
    else false end) not valid;
