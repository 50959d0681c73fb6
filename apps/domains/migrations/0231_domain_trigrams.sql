-- Finds domains by letters anywhere in a text. Without the pending list, which readers would have to search too.
create index domain_trigrams on domain using gin (
  label public.gin_trgm_ops,
  ns_group public.gin_trgm_ops,
  comments public.gin_trgm_ops
) with (fastupdate = off) where deleted_at is null;
