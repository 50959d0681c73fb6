-- How far the notices before the expiry of domains have come: every domain up to this one in the order of expiry has had
-- the notice that is due so many days before, or was not held then.
create table notice_position (
  days integer primary key,
  expires_at timestamptz not null,
  domain_id integer not null
);
