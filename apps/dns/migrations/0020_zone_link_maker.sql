-- What the customers service said about the maker of a link when the link was made. The link ends when it says something
-- else. Null: the link is from before this column, and ends only with the right of its maker to use the API.
alter table zone_link add column maker_stamp text;
