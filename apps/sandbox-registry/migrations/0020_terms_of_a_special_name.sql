alter table special_name
  -- a year of a premium name; renewals, and transfers, at the second price
  add column create_cents integer check (create_cents >= 0),
  add column renew_cents integer check (renew_cents >= 0),
  -- opens a reserved name to who presents it (RFC 8495)
  add column token text;
update special_name set create_cents = 10000, renew_cents = 5000 where kind = 'premium';
update special_name set token = 'Reserved-0ne-Token' where kind = 'reserved';
alter table special_name
  add constraint premium_has_prices check ((kind = 'premium') = (create_cents is not null and renew_cents is not null));
