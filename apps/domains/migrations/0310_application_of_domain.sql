-- The launch phase that a domain was ordered in, with what it took: a signed mark, a claims notice.
alter table domain add column application jsonb;
