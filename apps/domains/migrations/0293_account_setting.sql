-- Settings of accounts as customers told of them last: whether `autorenew: default` renews.
create table account_setting (
  reseller_id integer primary key,
  is_auto_renewed boolean not null,
  version integer not null
);
