-- Finds an account's customers by letters anywhere in a text. Written at once: a pending list would be searched by
-- every read.
drop index customer_trigrams;
create index customer_trigrams on customer using gin (
  reseller_id,
  searched public.gin_trgm_ops,
  first_name_folded public.gin_trgm_ops,
  last_name_folded public.gin_trgm_ops,
  company_name_folded public.gin_trgm_ops,
  email_folded public.gin_trgm_ops,
  handle public.gin_trgm_ops,
  comments_folded public.gin_trgm_ops
) with (fastupdate = off) where deleted_at is null;
