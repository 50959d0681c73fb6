-- The last login with the password alone.
alter table contact add column last_password_login_at timestamptz;
