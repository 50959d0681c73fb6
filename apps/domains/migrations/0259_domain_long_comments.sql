-- The few whose comments no index carries.
create index domain_long_comments on domain (reseller_id, id) where deleted_at is null and length(comments) > 200;
