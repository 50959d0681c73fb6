create table domain_host_attribute (
  domain text not null references domain on delete cascade,
  host_name text not null,
  addresses inet[] not null,
  primary key (domain, host_name)
);
