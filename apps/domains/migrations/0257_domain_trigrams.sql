-- Finds an account's domains by letters anywhere in a text. Nameserver groups are searched among those it has. Without
-- the pending list, which readers would have to search too.
drop index domain_trigrams;
create index domain_trigrams on domain using gin (
  reseller_id,
  label public.gin_trgm_ops,
  lower(comments) public.gin_trgm_ops
) with (fastupdate = off) where deleted_at is null;
