-- What the CA has issued. Asked again under the same key it answers the same certificate.
create table ca_certificate (
  serial text primary key,
  request_key text not null unique,
  order_key text not null,
  certificate text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
