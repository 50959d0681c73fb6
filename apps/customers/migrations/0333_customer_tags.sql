-- no transaction
-- Finds the customers that have a tag: a tag that is deleted is taken from them.
create index concurrently customer_tags on customer using gin (reseller_id, tags jsonb_path_ops)
  with (fastupdate = off) where deleted_at is null and tags <> '[]';
