-- Who made a link, and what the customers service said about the maker then: the link ends when it says something else.
-- Null in links from before these columns: they end with their expiry only.
alter table dmarc_link
  add column contact_id integer,
  add column maker_stamp text;
