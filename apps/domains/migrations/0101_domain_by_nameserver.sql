-- Which domains are delegated to a nameserver. Without the pending list, which readers would have to search too.
create index domain_by_nameserver on domain using gin (name_servers jsonb_path_ops)
  with (fastupdate = off)
  where deleted_at is null;
