-- Whether a login with a password needs a second factor.
alter table reseller add column is_second_factor_required boolean not null default false;
