create index ca_certificate_revoked on ca_certificate (revoked_at) where revoked_at is not null;
