alter table domain_host
  drop constraint domain_host_host_fkey,
  add constraint domain_host_host_fkey foreign key (host) references host on update cascade;
