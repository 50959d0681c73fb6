create index domain_notice_of_domain on domain_notice (domain_id, happened_at);
