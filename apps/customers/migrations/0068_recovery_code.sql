-- Codes that work once instead of a second factor: ten of a person, or one from an administrator.
create table recovery_code (
  -- SHA-256 of the code, which has 120 random bits
  hash bytea primary key,
  contact_id integer not null,
  created_at timestamptz not null,
  -- login codes of administrators expire; null: never
  expires_at timestamptz,
  constraint recovery_code_contact foreign key (contact_id) references contact (id)
);
create index recovery_code_contact_id on recovery_code (contact_id);
