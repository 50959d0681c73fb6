create table domain_host (
  domain text not null references domain on delete cascade,
  host text not null references host,
  primary key (domain, host)
);
create index domain_host_host on domain_host (host);
