-- The username of the contact who made a link, for the list of links. Null in links from before this column.
alter table dmarc_link add column username text;
