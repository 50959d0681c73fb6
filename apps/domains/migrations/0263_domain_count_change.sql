-- What has changed since: each transaction adds rows of its own, so that none waits for another of the same account.
-- Whoever counts adds them up.
create table domain_count_change (
  id bigint generated always as identity primary key,
  reseller_id integer not null,
  is_deleted boolean not null,
  kind text not null,
  value text collate "C" not null,
  change integer not null
);
