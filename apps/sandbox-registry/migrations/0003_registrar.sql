create table registrar (
  cl_id text primary key check (length(cl_id) between 3 and 16),
  password_hash text not null,
  -- SHA-256 of the client certificate the registrar must present, in lower-case hex
  certificate_sha256 text
);
