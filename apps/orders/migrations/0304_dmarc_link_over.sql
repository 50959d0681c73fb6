-- Finds the links whose time is over.
create index dmarc_link_over on dmarc_link (expires_at);
